package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Schedule;
import dev.scalelab.operator.platform.Causes;
import dev.scalelab.operator.platform.NotOwnedException;
import dev.scalelab.operator.platform.RecentlySeen;
import dev.scalelab.operator.platform.Refusal;
import dev.scalelab.operator.platform.Unavailable;
import dev.scalelab.operator.report.EventRecorder;
import dev.scalelab.operator.report.RecentAnswers;
import dev.scalelab.operator.report.StatusReport;
import dev.scalelab.operator.report.UnreadableReport;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.OperatorException;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Handles reconciliations that end in an exception: they are reported and retried, and an
 * experiment whose reconciliations have all failed for timeouts.jobSeconds ends with the reason.
 * This is recorded here besides the SDK's retries: the SDK counts attempts, while the end depends
 * on the time since the first failure, and on the kind of refusal.
 */
final class FailingReconciliations {
  private static final Logger LOG = Logger.getLogger(FailingReconciliations.class);

  /** A reason before which no trial exists, and which another reconciliation would have again. */
  static final class ForGood extends RuntimeException {
    private static final long serialVersionUID = 1;

    ForGood(RuntimeException cause) {
      super(cause);
    }
  }

  private final Actions actions;
  private final TrialStore trials;
  private final EventRecorder events;
  private final Plans plans;
  private final Clock clock;

  /** Failures in a row, by the experiment's uid. */
  private final Map<String, Row> rows = RecentlySeen.map();

  /**
   * Failed reconciliations of an experiment, without a success between them.
   *
   * @param since of the first
   * @param kind what the last ones have in common; empty if they are no refusals
   * @param ofKindSince of the first of these last ones
   */
  private record Row(Instant since, Optional<Refusal.Kind> kind, Instant ofKindSince) {
    static Row next(Row before, Optional<Refusal.Kind> kind, Instant now) {
      if (before == null) {
        return new Row(now, kind, now);
      }
      return before.kind.equals(kind) ? before : new Row(before.since, kind, now);
    }
  }

  FailingReconciliations(
      Actions actions, TrialStore trials, EventRecorder events, Plans plans, Clock clock) {
    this.actions = actions;
    this.trials = trials;
    this.events = events;
    this.plans = plans;
    this.clock = clock;
  }

  /** A reconciliation of the experiment has succeeded, or the experiment was deleted. */
  void forget(ScalabilityExperiment experiment) {
    rows.remove(experiment.getMetadata().getUid());
  }

  /**
   * Reports a failed reconciliation; returns the status to write if the experiment ends because of
   * it.
   */
  Optional<ScalabilityExperimentStatus> failed(ScalabilityExperiment experiment, Exception e) {
    String message = message(e);
    String name = experiment.getMetadata().getName();
    if (deleted(experiment)) {
      LOG.debugf(e, "%s was deleted during a reconciliation", name);
      forget(experiment);
      return Optional.empty();
    }
    Optional<Refusal> refusal = Refusal.of(e);
    Reason reason = reason(e, refusal);
    // What the API server says is enough to act on; an error of the operator needs its trace.
    LOG.warnf(reason == Reason.INTERNAL_ERROR ? e : null, "%s: %s", name, message);
    events.record(experiment, subject(name, reason, message), reason, message);
    if (experiment.getSpec() == null || Lifetime.finished(experiment)) {
      return Optional.empty(); // an ended experiment keeps its status
    }
    if (Causes.find(e, ForGood.class).isPresent()) {
      return end(experiment, reason, message);
    }
    Instant now = clock.instant();
    Optional<Refusal.Kind> kind = refusal.map(Refusal::kind);
    Row row =
        rows.compute(
            experiment.getMetadata().getUid(), (uid, before) -> Row.next(before, kind, now));
    // A quota may have room later, and an API server loads its rules: both have the same time.
    int patience = experiment.getSpec().timeouts().jobSeconds();
    if (!now.isBefore(row.since().plusSeconds(patience))) {
      return end(experiment, reason, "for %d s: %s".formatted(patience, message));
    }
    boolean denied = kind.filter(Refusal.Kind.DENIED::equals).isPresent();
    return denied && !now.isBefore(row.ofKindSince().plusSeconds(Deadlines.DENIED_SECONDS))
        ? end(experiment, reason, "for %d s: %s".formatted(Deadlines.DENIED_SECONDS, message))
        : Optional.empty();
  }

  private boolean deleted(ScalabilityExperiment experiment) {
    try {
      return trials.deleted(experiment);
    } catch (KubernetesClientException unknown) {
      return false; // the API server may be the cause of the failure
    }
  }

  private static Reason reason(Exception e, Optional<Refusal> refusal) {
    if (refusal.isPresent()) {
      return Reason.REFUSED;
    }
    if (Causes.find(e, NotOwnedException.class).isPresent()) {
      return Reason.NAME_TAKEN;
    }
    return Unavailable.is(e) ? Reason.API_SERVER_UNAVAILABLE : Reason.INTERNAL_ERROR;
  }

  /** Each request that an API server does not answer has its own message: one of them is enough. */
  private static String subject(String name, Reason reason, String message) {
    return reason == Reason.API_SERVER_UNAVAILABLE
        ? name
        : name + " " + Integer.toHexString(message.hashCode());
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
      Optional<Configuration> configuration =
          new Schedule(plan, statuses)
              .next()
              .filter(current -> statuses.containsKey(current.name()));
      if (configuration.isPresent()) {
        actions.perform(experiment, new NextStep.FailTrial(configuration.get(), reason, message));
        return Optional.empty();
      }
      StatusReport report =
          new StatusReport(experiment, plan, statuses, clock.instant(), new RecentAnswers());
      return Optional.of(report.gaveUp(reason, message));
    } catch (KubernetesClientException again) {
      LOG.warnf(again, "%s: could not be ended", experiment.getMetadata().getName());
      return Optional.empty();
    } catch (RuntimeException again) {
      LOG.warnf(again, "%s: ended without a report", experiment.getMetadata().getName());
      return Optional.of(UnreadableReport.failed(experiment, reason, message, clock.instant()));
    }
  }

  /** The API server's own message, if it refused something; else that of the exception. */
  static String message(Exception e) {
    String prefix = Unavailable.is(e) ? "the API server did not answer: " : "";
    return Refusal.of(e).map(Refusal::message).orElseGet(() -> prefix + text(unwrapped(e)));
  }

  private static String text(Throwable e) {
    String message = e.getMessage();
    return message == null ? e.toString() : message.lines().collect(Collectors.joining(" "));
  }

  /** Without the SDK's exceptions, which the metrics of the operator wrap around each. */
  private static Throwable unwrapped(Throwable e) {
    boolean wraps = e instanceof OperatorException || e instanceof ForGood;
    return wraps && e.getCause() != null ? unwrapped(e.getCause()) : e;
  }
}
