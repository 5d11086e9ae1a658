package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.ScalabilityExperiment;
import java.time.Duration;

/**
 * How long an experiment that waits does not look by itself whether it may start. It is woken by
 * what it waits for, where that is watched; the rest (a quota, a policy, a ConfigMap of a user) is
 * seen when it looks. Together they look twice a second at most, and need no request for what is
 * watched. Pure.
 */
final class Patience {
  private static final Duration SHORTEST = Duration.ofSeconds(5);
  private static final Duration FOR_EACH = Duration.ofSeconds(2);
  private static final int PARTS = 1000;

  private Patience() {}

  /**
   * The time until it looks again, from 3/4 to 5/4 of its share so that they do not look together.
   *
   * @param waiting number of experiments that have not started
   */
  static Duration untilNextLook(ScalabilityExperiment experiment, int waiting) {
    Duration share = FOR_EACH.multipliedBy(waiting);
    if (share.compareTo(SHORTEST) <= 0) {
      return SHORTEST;
    }
    int own = Math.floorMod(experiment.getMetadata().getUid().hashCode(), PARTS);
    return share.multipliedBy(3L * PARTS + 2L * own).dividedBy(4L * PARTS);
  }
}
