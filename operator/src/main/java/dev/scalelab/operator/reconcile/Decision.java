package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Message;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
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
      return afterEnd(spec, observed, now);
    }
    Optional<Ending> ending = Ending.of(spec, observed.lifetime(), now);
    if (ending.isPresent()) {
      return ending.get().next(plan, observed, now);
    }
    if (observed.checking()) {
      return new NextStep.Check();
    }
    List<Violation> barring =
        observed.violations().stream().filter(Violation::blocksStart).toList();
    boolean fresh = observed.trials().isEmpty();
    if (fresh && barring.stream().anyMatch(rule -> rule.reason().permanent())) {
      return new NextStep.Reject(barring);
    }
    if (spec.suspends() && !observed.lifetime().begun()) {
      return new NextStep.Suspend();
    }
    if (!barring.isEmpty() && !spec.suspends() && (fresh || observed.lifetime().paused())) {
      return new NextStep.AwaitCluster(barring);
    }
    if (observed.current().isEmpty()) {
      return new NextStep.Finish();
    }
    Current current = observed.current().get();
    Configuration configuration = current.configuration();
    if (spec.suspends()) {
      Suspension suspension = new Suspension(plan, observed, now);
      return suspension
          .ofTrial(configuration)
          .orElseGet(() -> suspension.pause(Duration.ofSeconds(spec.timeouts().serversSeconds())));
    }
    if (observed.lifetime().paused()) {
      return new NextStep.Resume();
    }
    ScalabilityTrialStatus status = current.status();
    if (status != null && status.ended()) {
      return new NextStep.Reopen(configuration);
    }
    if (!observed.unusable().none()) {
      return clear(spec, current, observed.unusable(), now);
    }
    if (status == null) {
      return new NextStep.CreateTrial(configuration);
    }
    if (!barring.isEmpty()) {
      Reason reason = barring.get(0).reason();
      return new NextStep.FailTrial(configuration, reason, Violation.text(barring));
    }
    return ofTrial(plan, observed, configuration, now);
  }

  /** The next step of a trial whose testbed was observed. */
  static NextStep ofTrial(Plan plan, Observed observed, Configuration configuration, Instant now) {
    ScalabilityTrialStatus status = observed.trials().get(configuration.name());
    RoundDecision round =
        new RoundDecision(configuration, status, new WarmStart(plan, observed.trials()));
    return new TrialDecision(configuration, status, observed.testbed(), round, now).decide();
  }

  private static NextStep afterEnd(ScalabilityExperimentSpec spec, Observed observed, Instant now) {
    Duration patience = Duration.ofSeconds(spec.timeouts().serversSeconds());
    String overdue = overdue(observed.testbedLeft(), patience, now);
    boolean leaves =
        !spec.testbedPolicy().retains(observed.ended()) && !observed.testbedLeft().none();
    // Whoever holds a deleted experiment by a finalizer must not keep its testbed with it.
    if ((!leaves || overdue != null)
        && observed.lifetime().expiry(spec).filter(at -> !now.isBefore(at)).isPresent()) {
      return new NextStep.Expire();
    }
    return leaves ? new NextStep.TearDown(overdue) : new NextStep.Idle();
  }

  /** The message about a testbed whose removal takes too long; else null. */
  static String overdue(Leftover left, Duration patience, Instant now) {
    return left.overdue(patience, now) ? notGone(left, patience) : null;
  }

  /** The message that something is left after the longest time for its removal. */
  static String notGone(Leftover left, Duration patience) {
    return notGone(left, patience, "the");
  }

  private static String notGone(Leftover left, Duration patience, String whose) {
    return "%s of %s testbed still existed %d s after the deletion, for example %s"
        .formatted(
            Message.count(left.objects(), "object"), whose, patience.toSeconds(), left.example());
  }

  private static NextStep clear(
      ScalabilityExperimentSpec spec, Current current, Leftover left, Instant now) {
    Duration patience = Duration.ofSeconds(spec.timeouts().serversSeconds());
    if (!left.overdue(patience, now)) {
      return new NextStep.ClearTestbed(current.configuration(), current.keepsTestbed());
    }
    if (current.status() == null) {
      // A trial is created so that it can have the reason for which it fails next.
      return new NextStep.CreateTrial(current.configuration());
    }
    return new NextStep.FailTrial(
        current.configuration(), Reason.TESTBED_NOT_GONE, notGone(left, patience, "an earlier"));
  }
}
