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
 * policy, a ConfigMap of a user) is seen when it looks, and one that gets through wakes those that
 * wait for the same. Together they look at a constant rate, however many they are. Pure.
 */
final class Patience {
  private static final Duration SHORTEST = Duration.ofSeconds(5);

  /** What is watched, so that a look costs nothing. */
  private static final Set<Reason> WATCHED =
      Set.of(
          Reason.QUEUED,
          Reason.NO_MATCHING_NODE,
          Reason.NODES_TOO_SMALL,
          Reason.CLOUDNATIVEPG_MISSING,
          Reason.PROVISIONER_MISSING);

  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);

  /** A look that asks the API server takes ten requests and more. */
  private static final Duration BETWEEN_COSTLY_LOOKS = Duration.ofSeconds(1);

  /** Of those that wait for the same, one is enough to find out. */
  private static final Duration BETWEEN_LOOKS_AT_THE_SAME = Duration.ofSeconds(15);

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

  /** Whether what it waits for has to be asked for. */
  static boolean isCostly(List<Violation> missing) {
    return missing.stream().anyMatch(violation -> !WATCHED.contains(violation.reason()));
  }

  /**
   * The time until one looks again that waits for what is watched.
   *
   * @param waiting number of experiments that have not started
   */
  static Duration untilNextLook(ScalabilityExperiment experiment, int waiting) {
    return spread(experiment, BETWEEN_LOOKS.multipliedBy(waiting - 1L));
  }

  /**
   * The time until one tries again that may not look now.
   *
   * @param waiting number of experiments that have not started
   */
  static Duration untilAllowed(ScalabilityExperiment experiment, int waiting) {
    return spread(
        experiment, Duration.ofSeconds(1).multipliedBy(waiting).dividedBy(Pace.PER_SECOND));
  }

  /**
   * The time until one looks again that waits for something else.
   *
   * @param forOtherThings number of experiments that wait for something that is not watched
   * @param forTheSame number of those that wait for the same as this one
   */
  static Duration untilNextCostlyLook(
      ScalabilityExperiment experiment, int forOtherThings, int forTheSame) {
    return spread(
        experiment,
        max(
            BETWEEN_COSTLY_LOOKS.multipliedBy(forOtherThings - 1L),
            BETWEEN_LOOKS_AT_THE_SAME.multipliedBy(forTheSame - 1L)));
  }

  /** From 3/4 to 5/4 of a share, so that they do not look together. */
  private static Duration spread(ScalabilityExperiment experiment, Duration share) {
    if (share.compareTo(SHORTEST) <= 0) {
      return SHORTEST;
    }
    int own = Math.floorMod(experiment.getMetadata().getUid().hashCode(), PARTS);
    return share.multipliedBy(3L * PARTS + 2L * own).dividedBy(4L * PARTS);
  }
}
