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

  private static final Duration SOONEST = Duration.ofMillis(500);
  private static final Duration LATEST = Duration.ofSeconds(5);
  private static final int SHARE_OF_WAIT = 20;

  private Patience() {}

  /**
   * The time until an experiment looks again at a part of its testbed that is not ready: a
   * twentieth of how long it has waited, so that a server is seen soon when it is ready, and one
   * that waits for minutes costs little.
   *
   * @param waited how long it has waited
   * @param started number of experiments that have started
   */
  static Duration untilNextLookAtPart(Duration waited, int started) {
    Duration latest = max(LATEST, SOONEST.multipliedBy(started));
    Duration share = max(SOONEST, waited.dividedBy(SHARE_OF_WAIT));
    return share.compareTo(latest) < 0 ? share : latest;
  }

  private static Duration max(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? other : one;
  }

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
