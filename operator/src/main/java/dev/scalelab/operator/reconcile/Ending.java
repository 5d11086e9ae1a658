package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import java.time.Instant;
import java.util.Optional;

/**
 * The end of an experiment before everything is measured: spec.terminate or
 * spec.activeDeadlineSeconds. A run that only has to be judged is judged; another is ended, with
 * its steps kept. Trials with a valid run get their result from those that they have. Pure.
 *
 * @param reason why it ends
 * @param message why it ends, for people
 */
record Ending(Reason reason, String message) {

  /** Why it ends now; empty if it does not. */
  static Optional<Ending> of(ScalabilityExperimentSpec spec, Lifetime lifetime, Instant now) {
    if (spec.terminates()) {
      return Optional.of(new Ending(Reason.TERMINATED, "ended by spec.terminate"));
    }
    return lifetime
        .deadline(spec)
        .filter(deadline -> !now.isBefore(deadline))
        .map(
            deadline ->
                new Ending(
                    Reason.ACTIVE_DEADLINE_EXCEEDED,
                    "ended by spec.activeDeadlineSeconds, %d s after its start, pauses excluded"
                        .formatted(spec.activeDeadlineSeconds())));
  }

  /** The next step to the end. */
  NextStep next(Plan plan, Observed observed, Instant now) {
    for (Configuration configuration : plan.configurations()) {
      ScalabilityTrialStatus status = observed.trials().get(configuration.name());
      if (status == null || status.ended()) {
        continue;
      }
      return Observed.running(status)
          .map(run -> ended(configuration, status, run, observed, now))
          .orElseGet(() -> new NextStep.ConcludeTrial(configuration, reason, message));
    }
    return new NextStep.Conclude(reason, message);
  }

  private NextStep ended(
      Configuration configuration,
      ScalabilityTrialStatus status,
      RunResult run,
      Observed observed,
      Instant now) {
    if (observed.testbed() != null) {
      NextStep usual =
          new RunDecision(configuration, run, status.waiting(), observed.testbed(), now).decide();
      if (usual instanceof NextStep.JudgeRun) {
        return usual;
      }
    }
    return new NextStep.InvalidateRun(
        configuration,
        run.number(),
        reason,
        "%s after %d of %d steps"
            .formatted(message, run.steps().size(), run.plan().steps().size()));
  }
}
