package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.testbed.Leftover;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
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
   * @param plan what is to be measured
   * @param observed what is there
   * @param now the time of the pass
   */
  public static NextStep decide(Plan plan, Observed observed, Instant now) {
    ScalabilityExperimentSpec spec = plan.spec();
    if (observed.finished()) {
      return !spec.testbedPolicy().retains(observed.ended()) && !observed.testbedLeft().none()
          ? tearDown(spec, observed.testbedLeft(), now)
          : new NextStep.Rest();
    }
    List<Violation> barring = observed.violations().stream().filter(Violation::bars).toList();
    if (observed.trials().isEmpty() && !barring.isEmpty()) {
      return barring.stream().anyMatch(rule -> rule.reason().permanent())
          ? new NextStep.Reject(barring)
          : new NextStep.AwaitCluster(barring);
    }
    Optional<Configuration> current = plan.current(observed.trials());
    if (current.isEmpty()) {
      return new NextStep.Finish();
    }
    Configuration trial = current.get();
    if (observed.lingering().isPresent()) {
      return clearAway(spec, trial, observed, now);
    }
    if (!observed.trials().containsKey(trial.name())) {
      return new NextStep.CreateTrial(trial);
    }
    return new TrialDecision(trial, observed.trials().get(trial.name()), observed.current(), now)
        .decide();
  }

  /** The trial that ended last, whose servers may still be there; none when none has ended. */
  static Optional<Configuration> former(Plan plan, Map<String, ScalabilityTrialStatus> trials) {
    return plan.configurations().stream()
        .filter(trial -> Plan.phase(trials, trial).terminal())
        .max(
            Comparator.comparing(
                trial -> Instant.parse(trials.get(trial.name()).completionTime())));
  }

  private static NextStep tearDown(ScalabilityExperimentSpec spec, Leftover left, Instant now) {
    Duration patience = Duration.ofSeconds(spec.timeouts().serversSeconds());
    return new NextStep.TearDown(
        left.overdue(patience, now)
            ? "%d objects of the testbed were still not gone %d s after they were asked to go"
                .formatted(left.objects(), patience.toSeconds())
            : null);
  }

  private static NextStep clearAway(
      ScalabilityExperimentSpec spec, Configuration next, Observed observed, Instant now) {
    Observed.Lingering lingering = observed.lingering().orElseThrow();
    Duration patience = Duration.ofSeconds(spec.timeouts().serversSeconds());
    if (!lingering.left().overdue(patience, now)) {
      return new NextStep.TearDownServers(lingering.trial());
    }
    if (!observed.trials().containsKey(next.name())) {
      // It carries the reason: where these are in the way, its own servers do not come up.
      return new NextStep.CreateTrial(next);
    }
    return new NextStep.FailTrial(
        next,
        Reason.SERVERS_NOT_READY,
        "the servers of %s were still not gone %d s after they were asked to go; see their pods"
            .formatted(lingering.trial().name(), patience.toSeconds()));
  }
}
