package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.measurement.DemandTest;
import dev.scalelab.operator.measurement.Invalid;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Settling;
import java.util.Optional;

/**
 * Finds runs of a trial whose servers were not warm, by comparison with its other runs. Pure. A
 * trial never fails because of them: they stay valid when no more runs may be repeated.
 */
final class ColdRuns {
  private ColdRuns() {}

  /** Why the run that has ended was not warm, compared with earlier ones; empty if it was. */
  static Optional<Invalid> check(
      Configuration trial, ScalabilityTrialStatus status, RunResult run) {
    return Settling.repeats(trial, run.plan())
        ? DemandTest.check(run, status.validRuns())
        : Optional.empty();
  }

  /**
   * An earlier run, now invalid, that could not be compared with others before; empty if none.
   * Those of a search's rounds that have ended stay: their rounds have their results.
   */
  static Optional<RunResult> earlier(Configuration trial, ScalabilityTrialStatus status) {
    long invalid = RoundDecision.invalid(status);
    return invalid < RoundDecision.maxInvalidRuns(trial, status)
        ? DemandTest.notWarm(status.runs(), run -> isOpen(trial, status, run))
        : Optional.empty();
  }

  private static boolean isOpen(Configuration trial, ScalabilityTrialStatus status, RunResult run) {
    return !trial.load().searches() || run.plan().repetition() > status.searched().size();
  }

  /** The status in which such a run is invalid. */
  static ScalabilityTrialStatus withoutEarlier(Configuration trial, ScalabilityTrialStatus status) {
    return earlier(trial, status)
        .map(cold -> RunCollector.with(trial, status, cold))
        .orElse(status);
  }
}
