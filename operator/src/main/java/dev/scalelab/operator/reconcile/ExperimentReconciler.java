package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.PlanSummary;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.plan.TrialPlan;
import dev.scalelab.operator.plan.Violation;
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
import java.util.Optional;
import java.util.Set;
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

  /** Bad request, forbidden (a quota, a policy), unprocessable. */
  private static final Set<Integer> REFUSALS = Set.of(400, 403, 422);

  private final Observer observer;
  private final Actions actions;
  private final TrialStore trials;
  private final Events events;
  private final Clock clock;

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
    return write(experiment, status(experiment, plan, step), step.lookAgain());
  }

  /**
   * What the API server refuses it will refuse again: the trial fails with its words, instead of
   * trying for ever.
   */
  private void perform(ScalabilityExperiment experiment, Plan plan, NextStep step) {
    try {
      actions.perform(experiment, step);
    } catch (KubernetesClientException e) {
      Optional<TrialPlan> trial =
          plan.trials().stream().filter(t -> t.name().equals(step.trialName())).findFirst();
      if (!REFUSALS.contains(e.getCode())
          || step instanceof NextStep.FailTrial
          || trial.isEmpty()
          || !trials.statuses(experiment).containsKey(trial.get().name())) {
        throw e;
      }
      actions.perform(
          experiment, new NextStep.FailTrial(trial.get(), Reason.REFUSED, e.getMessage()));
    }
  }

  private ScalabilityExperimentStatus status(
      ScalabilityExperiment experiment, Plan plan, NextStep step) {
    Instant now = clock.instant();
    if (step instanceof NextStep.Rest || step instanceof NextStep.TearDown) {
      return experiment.getStatus();
    }
    if (step instanceof NextStep.CreateTrial create
        && create.trial().equals(plan.trials().get(0))) {
      tellPlan(experiment, plan);
    }
    StatusReport report = new StatusReport(experiment, plan, trials.statuses(experiment), now);
    if (step instanceof NextStep.Reject reject) {
      reject.violations().forEach(violation -> tell(experiment, violation));
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

  private void tell(ScalabilityExperiment experiment, Violation violation) {
    events.tell(experiment, violation.field(), violation.reason(), violation.toString());
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
            .build());
    fresh.setStatus(status);
    return fresh;
  }

  /**
   * An error of ours or of the API server: say it, and try again; the deadlines of the decision end
   * it.
   */
  @Override
  public ErrorStatusUpdateControl<ScalabilityExperiment> updateErrorStatus(
      ScalabilityExperiment experiment, Context<ScalabilityExperiment> context, Exception e) {
    String message =
        e.getMessage() == null
            ? e.toString()
            : e.getMessage().lines().collect(Collectors.joining(" "));
    LOG.warnf(e, "%s: %s", experiment.getMetadata().getName(), message);
    events.tell(
        experiment,
        experiment.getMetadata().getName() + " " + Integer.toHexString(message.hashCode()),
        Reason.INTERNAL_ERROR,
        message);
    return ErrorStatusUpdateControl.<ScalabilityExperiment>noStatusUpdate()
        .rescheduleAfter(AFTER_ERROR);
  }
}
