package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Message;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Schedule;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.search.WarmStart;
import dev.scalelab.operator.testbed.Leftover;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Decides the next step of an experiment. Pure: it depends only on the plan, the observed state and
 * the time.
 */
public final class Decision {
  private Decision() {}

  /**
   * The next step.
   *
   * @param plan what to measure
   * @param observed the observed state
   * @param now the time of the reconciliation
   */
  public static NextStep decide(Plan plan, Observed observed, Instant now) {
    ScalabilityExperimentSpec spec = plan.spec();
    if (observed.finished()) {
      return !spec.testbedPolicy().retains(observed.ended()) && !observed.testbedLeft().none()
          ? tearDown(spec, observed.testbedLeft(), now)
          : new NextStep.Idle();
    }
    List<Violation> barring =
        observed.violations().stream().filter(Violation::blocksStart).toList();
    if (observed.trials().isEmpty() && !barring.isEmpty()) {
      return barring.stream().anyMatch(rule -> rule.reason().permanent())
          ? new NextStep.Reject(barring)
          : new NextStep.AwaitCluster(barring);
    }
    Optional<Configuration> current = new Schedule(plan, observed.trials()).next();
    if (current.isEmpty()) {
      return new NextStep.Finish();
    }
    Configuration trial = current.get();
    ScalabilityTrialStatus status = observed.trials().get(trial.name());
    if (status != null && status.ended()) {
      return new NextStep.Reopen(trial);
    }
    if (!observed.unusable().none()) {
      return clear(spec, trial, observed, now);
    }
    if (status == null) {
      return new NextStep.CreateTrial(trial);
    }
    if (!barring.isEmpty()) {
      Reason reason = barring.get(0).reason();
      return new NextStep.FailTrial(trial, reason, Violation.text(barring));
    }
    RoundDecision round = new RoundDecision(trial, status, new WarmStart(plan, observed.trials()));
    return new TrialDecision(trial, status, observed.current(), round, now).decide();
  }

  private static NextStep tearDown(ScalabilityExperimentSpec spec, Leftover left, Instant now) {
    Duration patience = Duration.ofSeconds(spec.timeouts().serversSeconds());
    return new NextStep.TearDown(
        left.overdue(patience, now)
            ? "%s of the testbed still existed %d s after the deletion"
                .formatted(Message.count(left.objects(), "object"), patience.toSeconds())
            : null);
  }

  private static NextStep clear(
      ScalabilityExperimentSpec spec, Configuration next, Observed observed, Instant now) {
    Leftover left = observed.unusable();
    ScalabilityTrialStatus status = observed.trials().get(next.name());
    Duration patience = Duration.ofSeconds(spec.timeouts().serversSeconds());
    if (!left.overdue(patience, now)) {
      boolean keepOwn = status != null && !TrialDecision.stale(next, status);
      return new NextStep.ClearTestbed(next, keepOwn);
    }
    if (status == null) {
      // A trial is created so that it can have the reason for which it fails next.
      return new NextStep.CreateTrial(next);
    }
    return new NextStep.FailTrial(
        next,
        Reason.TESTBED_NOT_GONE,
        "%s of an earlier testbed still existed %d s after the deletion, for example %s"
            .formatted(
                Message.count(left.objects(), "object"), patience.toSeconds(), left.example()));
  }
}
