package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Cleanup;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.TrialPlan;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Decides the next step of an experiment. Pure: plan, what is there and the time are all that it
 * knows.
 */
public final class Decision {
  private Decision() {}

  /**
   * The one thing to do next.
   *
   * @param spec what was asked for
   * @param plan what that amounts to
   * @param observed what is there
   * @param now the time of the pass
   */
  public static NextStep decide(
      ScalabilityExperimentSpec spec, Plan plan, Observed observed, Instant now) {
    if (observed.finished()) {
      boolean remove = spec.cleanup() == Cleanup.DELETE && !observed.testbedGone();
      return remove ? new NextStep.TearDown() : new NextStep.Rest();
    }
    if (observed.trials().isEmpty() && !observed.violations().isEmpty()) {
      return new NextStep.Reject(observed.violations());
    }
    Optional<TrialPlan> current = atHand(plan, observed);
    if (current.isEmpty()) {
      return new NextStep.Finish();
    }
    TrialPlan trial = current.get();
    if (observed.lingering().isPresent()) {
      return clearAway(spec, trial, observed, now);
    }
    if (!observed.trials().containsKey(trial.name())) {
      return new NextStep.CreateTrial(trial);
    }
    return new TrialDecision(
            spec, trial, observed.trials().get(trial.name()), observed.current(), now)
        .decide();
  }

  /**
   * The first trial that has not ended; none when all have, or when one failed: what it lacked,
   * more pods lack too.
   */
  static Optional<TrialPlan> atHand(Plan plan, Observed observed) {
    boolean failed =
        plan.trials().stream().anyMatch(trial -> phase(observed, trial) == Phase.FAILED);
    return failed
        ? Optional.empty()
        : plan.trials().stream().filter(trial -> !phase(observed, trial).terminal()).findFirst();
  }

  private static NextStep clearAway(
      ScalabilityExperimentSpec spec, TrialPlan next, Observed observed, Instant now) {
    TrialPlan ended = observed.lingering().orElseThrow();
    Instant since = Instant.parse(observed.trials().get(ended.name()).completionTime());
    Duration patience = Duration.ofSeconds(spec.deadlines().serversSeconds());
    if (now.isBefore(since.plus(patience))) {
      return new NextStep.TearDownServers(ended);
    }
    if (!observed.trials().containsKey(next.name())) {
      return new NextStep.CreateTrial(next); // it carries the reason
    }
    return new NextStep.FailTrial(
        next,
        Reason.SERVERS_NOT_READY,
        "the servers of %s were still not gone %d s after its end; see their pods"
            .formatted(ended.name(), patience.toSeconds()));
  }

  private static Phase phase(Observed observed, TrialPlan trial) {
    ScalabilityTrialStatus status = observed.trials().get(trial.name());
    return status == null || status.phase() == null ? Phase.PENDING : status.phase();
  }
}
