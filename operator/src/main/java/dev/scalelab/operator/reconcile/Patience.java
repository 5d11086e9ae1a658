package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Violation;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * How long an experiment that waits does not look by itself whether it may start. It is woken by
 * what it waits for, where that is watched: then a look needs no request. The rest (a quota, a
 * policy, a ConfigMap of a user) is seen when it looks, and one that gets through wakes the others.
 * Together they look at a constant rate, however many they are. Pure.
 */
final class Patience {
  private static final Duration SHORTEST = Duration.ofSeconds(5);

  /** What is watched, so that a look costs nothing. */
  private static final Set<Reason> WATCHED =
      Set.of(
          Reason.QUEUED,
          Reason.NO_MATCHING_NODE,
          Reason.NODES_TOO_SMALL,
          Reason.CLOUDNATIVEPG_MISSING);

  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);

  /** A look that asks the API server takes ten requests and more. */
  private static final Duration BETWEEN_COSTLY_LOOKS = Duration.ofSeconds(15);

  private static final int PARTS = 1000;

  private Patience() {}

  /**
   * The time until it looks again, from 3/4 to 5/4 of its share so that they do not look together.
   *
   * @param lacking what it waits for
   * @param waiting number of experiments that have not started
   */
  static Duration untilNextLook(
      ScalabilityExperiment experiment, List<Violation> lacking, int waiting) {
    boolean costly = lacking.stream().anyMatch(violation -> !WATCHED.contains(violation.reason()));
    Duration share = (costly ? BETWEEN_COSTLY_LOOKS : BETWEEN_LOOKS).multipliedBy(waiting - 1L);
    if (share.compareTo(SHORTEST) <= 0) {
      return SHORTEST;
    }
    int own = Math.floorMod(experiment.getMetadata().getUid().hashCode(), PARTS);
    return share.multipliedBy(3L * PARTS + 2L * own).dividedBy(4L * PARTS);
  }
}
