package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Cleanup;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.TrialPlan;
import dev.scalelab.operator.testbed.Leftover;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/**
 * Decides the next step of an experiment. Pure: plan, what is there and the time are all that it
 * knows.
 */
public final class Decision {
  /** Volumes and Secrets go last, and a quota is counted anew a moment later. */
  private static final Duration QUOTA_SETTLES = Duration.ofSeconds(10);

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
      return spec.cleanup() == Cleanup.DELETE && !observed.testbedLeft().none()
          ? tearDown(spec, observed.testbedLeft(), now)
          : new NextStep.Rest();
    }
    if (observed.trials().isEmpty() && !observed.violations().isEmpty()) {
      return quotaMayGrow(spec, observed, now)
          ? new NextStep.Await(waitsForQuota(observed.earlier().objects()))
          : new NextStep.Reject(observed.violations());
    }
    Optional<TrialPlan> current = plan.current(observed.trials());
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
            spec, plan, trial, observed.trials().get(trial.name()), observed.current(), now)
        .decide();
  }

  /** The trial that ended last, whose servers may still be there; none when none has ended. */
  static Optional<TrialPlan> former(Plan plan, Map<String, ScalabilityTrialStatus> trials) {
    return plan.trials().stream()
        .filter(trial -> Plan.phase(trials, trial).terminal())
        .max(
            Comparator.comparing(
                trial -> Instant.parse(trials.get(trial.name()).completionTime())));
  }

  /** As after kubectl delete and kubectl apply: what was deleted goes in the background. */
  private static boolean quotaMayGrow(
      ScalabilityExperimentSpec spec, Observed observed, Instant now) {
    Observed.Earlier earlier = observed.earlier();
    Duration patience = Duration.ofSeconds(spec.deadlines().serversSeconds());
    return earlier != null
        && now.isBefore(earlier.last().plus(QUOTA_SETTLES))
        && now.isBefore(earlier.first().plus(patience))
        && observed.violations().stream().allMatch(rule -> rule.reason() == Reason.QUOTA_TOO_SMALL);
  }

  private static String waitsForQuota(int objects) {
    return objects == 0
        ? "quotas to be counted anew"
        : "%d objects of an earlier experiment of this name to go: quotas count them"
            .formatted(objects);
  }

  private static NextStep tearDown(ScalabilityExperimentSpec spec, Leftover left, Instant now) {
    Duration patience = Duration.ofSeconds(spec.deadlines().serversSeconds());
    return new NextStep.TearDown(
        left.overdue(patience, now)
            ? "%d objects of the testbed were still not gone %d s after they were asked to go"
                .formatted(left.objects(), patience.toSeconds())
            : null);
  }

  private static NextStep clearAway(
      ScalabilityExperimentSpec spec, TrialPlan next, Observed observed, Instant now) {
    Observed.Lingering lingering = observed.lingering().orElseThrow();
    Duration patience = Duration.ofSeconds(spec.deadlines().serversSeconds());
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
