package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.PlanSummary;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.plan.TrialPlan;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.NotOwnedException;
import dev.scalelab.operator.report.Events;
import dev.scalelab.operator.report.StatusReport;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * The loop: observe, decide, do that one thing, compute the status, write it if it changed. It
 * never waits.
 */
@ControllerConfiguration(name = "experiment")
public class ExperimentReconciler implements Reconciler<ScalabilityExperiment> {
  private static final Logger LOG = Logger.getLogger(ExperimentReconciler.class);
  private static final Duration AFTER_ERROR = Duration.ofSeconds(5);

  /** Bad request, unprocessable. */
  private static final Set<Integer> REFUSALS = Set.of(400, 422);

  /** A quota, a policy; or an API server that has not read its rules yet, which passes. */
  private static final int FORBIDDEN = 403;

  private final Observer observer;
  private final Actions actions;
  private final TrialStore trials;
  private final Events events;
  private final Clock clock;

  /** Since when every pass over an experiment has failed, by its uid. */
  private final Map<String, Instant> failingSince = new ConcurrentHashMap<>();

  public ExperimentReconciler(
      Observer observer, Actions actions, TrialStore trials, Events events, Clock clock) {
    this.observer = observer;
    this.actions = actions;
    this.trials = trials;
    this.events = events;
    this.clock = clock;
  }

  @Override
  public UpdateControl<ScalabilityExperiment> reconcile(
      ScalabilityExperiment experiment, Context<ScalabilityExperiment> context) {
    if (experiment.isMarkedForDeletion()) {
      return UpdateControl.noUpdate(); // its children have it as owner and go with it
    }
    Plan plan = Planner.plan(experiment.getMetadata().getName(), experiment.getSpec());
    NextStep step =
        Decision.decide(
            experiment.getSpec(), plan, observer.observe(experiment, plan), clock.instant());
    LOG.debugf("%s: %s", experiment.getMetadata().getName(), step);
    perform(experiment, plan, step);
    failingSince.remove(experiment.getMetadata().getUid());
    return write(experiment, status(experiment, plan, step), step.lookAgain());
  }

  /**
   * What the API server refuses it will refuse again, and what is in the way stays: the trial fails
   * with their words, instead of trying for ever.
   */
  private void perform(ScalabilityExperiment experiment, Plan plan, NextStep step) {
    try {
      actions.perform(experiment, step);
    } catch (NotOwnedException e) {
      failTrial(experiment, plan, step, Reason.NAME_TAKEN, e);
    } catch (KubernetesClientException e) {
      if (!REFUSALS.contains(e.getCode())) {
        throw e;
      }
      failTrial(experiment, plan, step, Reason.REFUSED, e);
    }
  }

  private void failTrial(
      ScalabilityExperiment experiment,
      Plan plan,
      NextStep step,
      Reason reason,
      RuntimeException cause) {
    TrialPlan trial =
        plan.trials().stream()
            .filter(t -> t.name().equals(step.trialName()))
            .filter(t -> trials.statuses(experiment).containsKey(t.name()))
            .findFirst()
            .orElseThrow(() -> cause);
    if (step instanceof NextStep.FailTrial) {
      throw cause;
    }
    actions.perform(experiment, new NextStep.FailTrial(trial, reason, words(cause)));
  }

  private ScalabilityExperimentStatus status(
      ScalabilityExperiment experiment, Plan plan, NextStep step) {
    Instant now = clock.instant();
    if (step instanceof NextStep.Rest || step instanceof NextStep.TearDown) {
      return experiment.getStatus().observed(experiment.getMetadata().getGeneration());
    }
    if (step instanceof NextStep.CreateTrial create
        && create.trial().equals(plan.trials().get(0))) {
      tellPlan(experiment, plan);
    }
    StatusReport report = new StatusReport(experiment, plan, trials.statuses(experiment), now);
    if (step instanceof NextStep.Reject reject) {
      tellViolations(experiment, reject.violations());
      return report.rejected(reject.violations());
    }
    if (step instanceof NextStep.Finish) {
      ScalabilityExperimentStatus finished = report.finished();
      events.tell(
          experiment,
          experiment.getMetadata().getName(),
          Reason.COMPLETED,
          "%s: %s".formatted(finished.verdict().text(), finished.message()));
      return finished;
    }
    return report.running(step.describe());
  }

  private void tellPlan(ScalabilityExperiment experiment, Plan plan) {
    PlanSummary summary = plan.summary(experiment.getSpec().load());
    events.tell(
        experiment,
        experiment.getMetadata().getName(),
        Reason.ACCEPTED,
        "%d trials, %d steps, %d s of load"
            .formatted(summary.trials(), summary.steps(), summary.runSeconds()));
  }

  /** One event for all that is wrong with a field for one reason: a second one would be refused. */
  private void tellViolations(ScalabilityExperiment experiment, List<Violation> violations) {
    violations.stream()
        .collect(
            Collectors.groupingBy(
                violation -> List.of(violation.field(), violation.reason()),
                LinkedHashMap::new,
                Collectors.toList()))
        .values()
        .forEach(
            same ->
                events.tell(
                    experiment,
                    same.get(0).field(),
                    same.get(0).reason(),
                    same.stream().map(Violation::toString).collect(Collectors.joining("; "))));
  }

  private static UpdateControl<ScalabilityExperiment> write(
      ScalabilityExperiment experiment, ScalabilityExperimentStatus status, Duration lookAgain) {
    UpdateControl<ScalabilityExperiment> control =
        status == null || status.equals(experiment.getStatus())
            ? UpdateControl.noUpdate()
            : UpdateControl.patchStatus(withStatus(experiment, status));
    return lookAgain == null ? control : control.rescheduleAfter(lookAgain);
  }

  /** Only what the operator owns, for the server-side apply. */
  private static ScalabilityExperiment withStatus(
      ScalabilityExperiment experiment, ScalabilityExperimentStatus status) {
    ScalabilityExperiment fresh = new ScalabilityExperiment();
    fresh.setMetadata(
        new ObjectMetaBuilder()
            .withName(experiment.getMetadata().getName())
            .withNamespace(experiment.getMetadata().getNamespace())
            // Another experiment of the same name is none of this one's business.
            .withUid(experiment.getMetadata().getUid())
            .build());
    fresh.setStatus(status);
    return fresh;
  }

  /**
   * An error of ours or of the API server: say it and try again, but not for ever. One that has
   * come with every pass for deadlines.jobSeconds ends the experiment.
   */
  @Override
  public ErrorStatusUpdateControl<ScalabilityExperiment> updateErrorStatus(
      ScalabilityExperiment experiment, Context<ScalabilityExperiment> context, Exception e) {
    String message = words(e);
    String name = experiment.getMetadata().getName();
    LOG.warnf(e, "%s: %s", name, message);
    events.tell(
        experiment,
        name + " " + Integer.toHexString(message.hashCode()),
        Reason.INTERNAL_ERROR,
        message);
    Instant since =
        failingSince.computeIfAbsent(experiment.getMetadata().getUid(), uid -> clock.instant());
    int patience = experiment.getSpec().deadlines().jobSeconds();
    if (clock.instant().isBefore(since.plusSeconds(patience))) {
      return tryAgain();
    }
    return giveUp(experiment, reason(e), "for %d s: %s".formatted(patience, message));
  }

  private static Reason reason(Exception e) {
    if (e instanceof KubernetesClientException refused && refused.getCode() == FORBIDDEN) {
      return Reason.REFUSED;
    }
    return e instanceof NotOwnedException ? Reason.NAME_TAKEN : Reason.INTERNAL_ERROR;
  }

  /** What has ended stays as it ended: then it is the testbed that cannot be taken away. */
  private ErrorStatusUpdateControl<ScalabilityExperiment> giveUp(
      ScalabilityExperiment experiment, Reason reason, String message) {
    if (Observer.finished(experiment)) {
      return tryAgain();
    }
    Plan plan = Planner.plan(experiment.getMetadata().getName(), experiment.getSpec());
    try {
      Map<String, ScalabilityTrialStatus> statuses = trials.statuses(experiment);
      Optional<TrialPlan> trial =
          Decision.atHand(plan, statuses).filter(t -> statuses.containsKey(t.name()));
      if (trial.isPresent()) {
        actions.perform(experiment, new NextStep.FailTrial(trial.get(), reason, message));
        return tryAgain();
      }
      StatusReport report = new StatusReport(experiment, plan, statuses, clock.instant());
      return ErrorStatusUpdateControl.patchStatus(
          withStatus(
              experiment,
              reason == Reason.NAME_TAKEN && statuses.isEmpty()
                  ? report.rejected(List.of(new Violation("metadata.name", reason, message)))
                  : report.gaveUp(reason, message)));
    } catch (RuntimeException again) {
      LOG.warnf(again, "%s: could not be given up", experiment.getMetadata().getName());
      return tryAgain();
    }
  }

  private static ErrorStatusUpdateControl<ScalabilityExperiment> tryAgain() {
    return ErrorStatusUpdateControl.<ScalabilityExperiment>noStatusUpdate()
        .rescheduleAfter(AFTER_ERROR);
  }

  /** The API server's own message where there is one: the client's repeats it several times. */
  private static String words(Exception e) {
    String message =
        e instanceof KubernetesClientException refused
                && refused.getStatus() != null
                && refused.getStatus().getMessage() != null
            ? refused.getStatus().getMessage()
            : e.getMessage();
    return message == null ? e.toString() : message.lines().collect(Collectors.joining(" "));
  }
}
