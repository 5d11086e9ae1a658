package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Schedule;
import dev.scalelab.operator.platform.NotOwnedException;
import dev.scalelab.operator.report.Events;
import dev.scalelab.operator.report.StatusReport;
import dev.scalelab.operator.report.UnreadableReport;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Handles reconciliations that end in an exception: they are reported and retried, and an
 * experiment whose reconciliations have all failed for timeouts.jobSeconds ends with the reason.
 */
final class FailingPasses {
  private static final Logger LOG = Logger.getLogger(FailingPasses.class);

  /** A quota or a policy; or, temporarily, an API server that has not loaded its rules yet. */
  private static final int FORBIDDEN = 403;

  private final Actions actions;
  private final TrialStore trials;
  private final Events events;
  private final Plans plans;
  private final Clock clock;

  /** Since when all reconciliations of an experiment have failed, by its uid. */
  private final Map<String, Instant> since = RecentlySeen.map();

  FailingPasses(Actions actions, TrialStore trials, Events events, Plans plans, Clock clock) {
    this.actions = actions;
    this.trials = trials;
    this.events = events;
    this.plans = plans;
    this.clock = clock;
  }

  /** A reconciliation of the experiment has succeeded, or the experiment was deleted. */
  void forget(ScalabilityExperiment experiment) {
    since.remove(experiment.getMetadata().getUid());
  }

  /**
   * Reports a failed reconciliation; returns the status to write if the experiment ends because of
   * it.
   */
  Optional<ScalabilityExperimentStatus> failed(ScalabilityExperiment experiment, Exception e) {
    String message = message(e);
    String name = experiment.getMetadata().getName();
    if (deleted(experiment)) {
      LOG.debugf(e, "%s was deleted during a pass", name);
      forget(experiment);
      return Optional.empty();
    }
    LOG.warnf(e, "%s: %s", name, message);
    events.tell(
        experiment,
        name + " " + Integer.toHexString(message.hashCode()),
        Reason.INTERNAL_ERROR,
        message);
    if (experiment.getSpec() == null || Observer.finished(experiment)) {
      return Optional.empty(); // an ended experiment keeps its status
    }
    Instant first =
        since.computeIfAbsent(experiment.getMetadata().getUid(), uid -> clock.instant());
    int patience = experiment.getSpec().timeouts().jobSeconds();
    return clock.instant().isBefore(first.plusSeconds(patience))
        ? Optional.empty()
        : end(experiment, reason(e), "for %d s: %s".formatted(patience, message));
  }

  private boolean deleted(ScalabilityExperiment experiment) {
    try {
      return trials.deleted(experiment);
    } catch (KubernetesClientException unknown) {
      return false; // the API server may be the cause of the failure
    }
  }

  private static Reason reason(Exception e) {
    if (e instanceof KubernetesClientException refused && refused.getCode() == FORBIDDEN) {
      return Reason.REFUSED;
    }
    return e instanceof NotOwnedException ? Reason.NAME_TAKEN : Reason.INTERNAL_ERROR;
  }

  /**
   * Ends the experiment through its trial, if there is one; if that fails too, through its own
   * status.
   */
  private Optional<ScalabilityExperimentStatus> end(
      ScalabilityExperiment experiment, Reason reason, String message) {
    try {
      Plan plan = plans.of(experiment);
      Map<String, ScalabilityTrialStatus> statuses = trials.statuses(experiment);
      Optional<Configuration> trial =
          new Schedule(plan, statuses)
              .next()
              .filter(current -> statuses.containsKey(current.name()));
      if (trial.isPresent()) {
        actions.perform(experiment, new NextStep.FailTrial(trial.get(), reason, message));
        return Optional.empty();
      }
      StatusReport report = new StatusReport(experiment, plan, statuses, clock.instant());
      return Optional.of(report.gaveUp(reason, message));
    } catch (KubernetesClientException again) {
      LOG.warnf(again, "%s: could not be ended", experiment.getMetadata().getName());
      return Optional.empty();
    } catch (RuntimeException again) {
      LOG.warnf(again, "%s: ended without a report", experiment.getMetadata().getName());
      return Optional.of(UnreadableReport.failed(experiment, reason, message, clock.instant()));
    }
  }

  /**
   * The API server's own message, if there is one, since the client's message repeats it several
   * times.
   */
  static String message(Exception e) {
    String message =
        e instanceof KubernetesClientException refused
                && refused.getStatus() != null
                && refused.getStatus().getMessage() != null
            ? refused.getStatus().getMessage()
            : e.getMessage();
    return message == null ? e.toString() : message.lines().collect(Collectors.joining(" "));
  }
}
