package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.loadrun.JobObservation;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Schedule;
import dev.scalelab.operator.testbed.Leftover;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The way of an experiment with spec.suspend to its pause: the current run is finished if that is
 * soon, and otherwise ended with its steps kept, to be repeated; then its testbed is removed. Pure.
 */
final class Suspension {
  /** The longest time for which a run is still finished. */
  static final Duration SOON = Duration.ofMinutes(10);

  /** More runs of one trial than that are not cut short: each is kept, and a trial is limited. */
  private static final int MAX_CUT_SHORT = 5;

  private final Plan plan;
  private final Observed observed;
  private final Instant now;

  Suspension(Plan plan, Observed observed, Instant now) {
    this.plan = plan;
    this.observed = observed;
    this.now = now;
  }

  /**
   * The next step of the current trial before the testbed can be removed; empty if there is none.
   */
  Optional<NextStep> ofTrial(Configuration configuration) {
    ScalabilityTrialStatus status = observed.trials().get(configuration.name());
    if (status == null || status.ended() || observed.testbed() == null) {
      return Optional.empty();
    }
    Optional<RunResult> running = Observed.running(status);
    if (running.isPresent() && isCutShort(status, running.get())) {
      return Optional.of(
          new NextStep.InvalidateRun(
              configuration,
              running.get().number(),
              Reason.SUSPENDED,
              "suspended after %d of %d steps; the run is repeated"
                  .formatted(running.get().steps().size(), running.get().plan().steps().size())));
    }
    return running.isPresent() || Schedule.isComplete(configuration, status)
        ? Optional.of(Decision.ofTrial(plan, observed, configuration, now))
        : Optional.empty();
  }

  private boolean isCutShort(ScalabilityTrialStatus status, RunResult run) {
    if (run.reason() == Reason.SUSPENDED) {
      return true; // recorded, and its load perhaps not stopped yet
    }
    long before = status.runs().stream().filter(one -> one.reason() == Reason.SUSPENDED).count();
    return before < MAX_CUT_SHORT
        && observed.testbed().load().state() == JobObservation.State.ACTIVE
        && left(run).compareTo(SOON) > 0;
  }

  /** The planned time until the end of its load. */
  private Duration left(RunResult run) {
    Instant start = run.startedAt() == null ? now : Instant.parse(run.startedAt());
    return Duration.between(now, start.plusSeconds(run.plan().seconds()));
  }

  /** The step that removes the testbed, or the pause once it is gone. */
  NextStep pause(Duration patience) {
    Leftover left = observed.testbedLeft();
    return left == null || left.none()
        ? new NextStep.Suspend()
        : new NextStep.Release(Decision.overdue(left, patience, now));
  }
}
