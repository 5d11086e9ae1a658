package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.SweepOrder;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Ladder;
import dev.scalelab.operator.plan.Schedule;
import dev.scalelab.operator.search.RoundSearch;
import dev.scalelab.operator.search.WarmStart;
import dev.scalelab.operator.testbed.ComponentOrder;
import java.time.Instant;

/** Decides what a trial's next run is, and when a round has ended. */
final class RoundDecision {
  private final Configuration configuration;
  private final ScalabilityTrialStatus status;
  private final WarmStart start;

  RoundDecision(Configuration configuration, ScalabilityTrialStatus status, WarmStart start) {
    this.configuration = configuration;
    this.status = status;
    this.start = start;
  }

  /**
   * What is next in the trial's rounds: exactly one of the two is not null. A run that is recorded
   * already stays as it is.
   */
  RoundSearch.Next next() {
    RunPlan recorded = Ladder.recorded(status);
    if (recorded != null) {
      return new RoundSearch.Next(recorded, null);
    }
    return configuration.load().searches()
        ? new RoundSearch(configuration, status).next(start.of(configuration))
        : new RoundSearch.Next(Ladder.next(configuration, status), null);
  }

  /** Maximum number of invalid runs; of a search in each round, since it has many runs. */
  static int maxInvalidRuns(Configuration configuration, ScalabilityTrialStatus status) {
    int rounds = configuration.load().searches() ? status.searched().size() + 1 : 1;
    return rounds * configuration.spec().maxInvalidRuns();
  }

  /**
   * Whether servers have to be recreated for the next run. After an invalid run their state is
   * unknown, possibly restarted and cold; after a disturbance it is known to be. And a round has
   * servers of its own, unless the order is Listed: runs on the same servers are no repetitions of
   * each other.
   */
  static boolean needsNewServers(Configuration configuration, ScalabilityTrialStatus status) {
    boolean another =
        !status.runs().isEmpty()
            && !Schedule.isComplete(configuration, status)
            && invalid(status) <= maxInvalidRuns(configuration, status);
    return another
        && (wereLost(status)
            || status.runs().stream().anyMatch(run -> haveServed(configuration, status, run)));
  }

  /** Whether they were lost before a load. */
  private static boolean wereLost(ScalabilityTrialStatus status) {
    return status.waiting() != null && ComponentOrder.NEW_SERVERS.equals(status.waiting().part());
  }

  /**
   * Whether a run was on them, and the next needs others. It need not be the last one: an earlier
   * run may have become invalid since.
   */
  private static boolean haveServed(
      Configuration configuration, ScalabilityTrialStatus status, RunResult run) {
    return status.testbedReadyTime() != null
        && (run.phase() == RunPhase.INVALID
            || run.phase() == RunPhase.VALID && run.disturbances() != null
            || endsRound(configuration, status, run))
        && Instant.parse(run.finishedAt()).isAfter(Instant.parse(status.testbedReadyTime()));
  }

  private static boolean endsRound(
      Configuration configuration, ScalabilityTrialStatus status, RunResult run) {
    return run.phase() == RunPhase.VALID
        && configuration.spec().sweep().order() != SweepOrder.LISTED
        && run.plan() != null
        && (!configuration.load().searches()
            || run.plan().repetition() <= Schedule.rounds(configuration, status));
  }

  /** Whether one more run may be invalid, and is then repeated. */
  static boolean mayRepeat(Configuration configuration, ScalabilityTrialStatus status) {
    return invalid(status) < maxInvalidRuns(configuration, status);
  }

  /** Number of runs that were invalid by themselves, and not ended to suspend the experiment. */
  static long invalid(ScalabilityTrialStatus status) {
    return status.runs().stream()
        .filter(run -> run.phase() == RunPhase.INVALID && run.reason() != Reason.SUSPENDED)
        .count();
  }
}
