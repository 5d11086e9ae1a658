package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.api.UnreadableException;
import dev.scalelab.operator.api.Waiting;
import dev.scalelab.operator.health.CrdDifferences;
import dev.scalelab.operator.health.RunningReconciliations;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.NotOwnedException;
import dev.scalelab.operator.platform.RecentlySeen;
import dev.scalelab.operator.platform.Refusal;
import dev.scalelab.operator.report.EventRecorder;
import dev.scalelab.operator.report.RecentAnswers;
import dev.scalelab.operator.report.UnreadableReport;
import dev.scalelab.operator.testbed.ComponentState;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.api.config.informer.Informer;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * The reconciliation: observe, decide, perform one step, compute the status, write it if it
 * changed. It never blocks.
 */
@ControllerConfiguration(
    name = "experiment",
    informer =
        @Informer(
            labelSelector = Settled.OTHERS,
            informerListLimit = ExperimentReconciler.PAGE,
            itemStore = ReducedExperiments.class))
public class ExperimentReconciler implements Reconciler<ScalabilityExperiment> {
  private static final Logger LOG = Logger.getLogger(ExperimentReconciler.class);
  private static final Duration AFTER_ERROR = Duration.ofSeconds(5);

  /** Page size of lists of experiments, which have many kilobytes each. */
  static final long PAGE = 20;

  private final Observer observer;
  private final Actions actions;
  private final TrialStore trials;
  private final EventRecorder events;
  private final Announcements announcements;
  private final Clock clock;
  private final FailingReconciliations failing;
  private final RunningReconciliations running;
  private final CrdDifferences crds;
  private final Plans plans;
  private final Wakeups wakeups;
  private final NextLook nextLook;
  private final Settled settled;
  private final Starts starts;
  private final IdleHeap heap;
  private final RecentAnswers answers = new RecentAnswers();

  /** What was reported to each experiment about an older CRD, by its uid: once. */
  private final Map<String, String> reportedOlder = RecentlySeen.map();

  public ExperimentReconciler(
      Observer observer,
      Actions actions,
      TrialStore trials,
      EventRecorder events,
      RunningReconciliations running,
      CrdDifferences crds,
      Plans plans,
      Neighbours neighbours,
      Wakeups wakeups,
      Settled settled,
      Starts starts,
      IdleHeap heap,
      Clock clock) {
    this.observer = observer;
    this.actions = actions;
    this.trials = trials;
    this.events = events;
    this.announcements = new Announcements(events);
    this.clock = clock;
    this.running = running;
    this.crds = crds;
    this.plans = plans;
    this.failing = new FailingReconciliations(actions, trials, events, plans, clock);
    this.wakeups = wakeups;
    trials.watched().listen(wakeups::wake);
    this.nextLook = new NextLook(neighbours, wakeups::wakes, clock, wakeups::nanoTime);
    this.settled = settled;
    this.starts = starts;
    this.heap = heap;
  }

  @Override
  public List<EventSource<?, ScalabilityExperiment>> prepareEventSources(
      EventSourceContext<ScalabilityExperiment> context) {
    return List.of(wakeups.source());
  }

  @Override
  public UpdateControl<ScalabilityExperiment> reconcile(
      ScalabilityExperiment experiment, Context<ScalabilityExperiment> context) {
    String name =
        experiment.getMetadata().getNamespace() + "/" + experiment.getMetadata().getName();
    running.begin(name);
    trials.begin(experiment);
    try {
      return reconcile(experiment);
    } finally {
      trials.end(experiment);
      running.end(name);
    }
  }

  private UpdateControl<ScalabilityExperiment> reconcile(ScalabilityExperiment experiment) {
    if (experiment.isMarkedForDeletion()) {
      failing.forget(experiment);
      plans.forget(experiment);
      trials.forget(experiment);
      return UpdateControl.noUpdate(); // its children have it as owner and are deleted with it
    }
    Optional<String> older = crds.older();
    if (older.isPresent()) {
      if (!older.get().equals(reportedOlder.put(experiment.getMetadata().getUid(), older.get()))) {
        events.record(experiment, older.get(), Reason.CRD_OLDER, older.get());
      }
      return UpdateControl.<ScalabilityExperiment>noUpdate()
          .rescheduleAfter(nextLook.whileNothingIsPossible(experiment));
    }
    Optional<Duration> postponed = nextLook.postponed(experiment, wakeups.ready());
    if (postponed.isPresent()) {
      return UpdateControl.<ScalabilityExperiment>noUpdate().rescheduleAfter(postponed.get());
    }
    if (experiment.unreadableStatus().isPresent()) {
      reportUnreadable(experiment, experiment.unreadableStatus().get());
      return UpdateControl.noUpdate(); // its status is not overwritten
    }
    if (experiment.unreadableSpec().isPresent()) {
      return unreadable(experiment, experiment.unreadableSpec().get());
    }
    Plan plan;
    try {
      plan = plans.of(experiment);
    } catch (KubernetesClientException e) {
      throw e; // what the cluster serves is not known now: this says nothing about the spec
    } catch (RuntimeException e) {
      LOG.warnf(e, "%s cannot be planned", experiment.getMetadata().getName());
      return unreadable(experiment, "spec: " + e);
    }
    try {
      boolean verifies = plan.spec().verifies() && !Lifetime.finished(experiment);
      return pass(
          experiment,
          verifies ? plans.verifying(experiment, plan, trials.statuses(experiment)) : plan);
    } catch (UnreadableException e) {
      return unreadable(experiment, e.getMessage());
    }
  }

  private UpdateControl<ScalabilityExperiment> pass(ScalabilityExperiment experiment, Plan plan) {
    Observed observed = observer.observe(experiment, plan);
    NextStep step = Decision.decide(plan, observed, clock.instant());
    if (step.givesUp()) { // what was waited for may be there, and its watch late
      observed = observer.observeStored(experiment, plan);
      step = Decision.decide(plan, observed, clock.instant());
    }
    LOG.debugf("%s: %s", experiment.getMetadata().getName(), step);
    boolean ends = step instanceof NextStep.Finish || step instanceof NextStep.Conclude;
    if (ends && trials.changed(experiment)) {
      // It may have more configurations now, and its status would be refused.
      return UpdateControl.<ScalabilityExperiment>noUpdate().rescheduleAfter(step.requeueAfter());
    }
    if (step instanceof NextStep.OfTrial ofTrial && ofTrial.part() != null) {
      recordWaiting(experiment, observed, ofTrial);
    }
    announcements.before(experiment, plan, observed, step);
    if (step instanceof NextStep.CreateTrial && !Lifetime.of(experiment).begun()) {
      // Others see that it has started before anything of it exists.
      starts.record(experiment, plan);
    }
    boolean changed = perform(experiment, plan, step);
    failing.forget(experiment);
    wakeups.looked(experiment, step);
    if (step instanceof NextStep.Idle) {
      plans.forget(experiment);
      trials.forget(experiment);
      settled.settle(experiment);
      heap.nothingLeft();
    }
    var statuses = changed ? trials.statuses(experiment) : observed.trials();
    ScalabilityExperimentStatus status =
        new StepStatus(experiment, plan, statuses, observed, clock.instant(), answers).of(step);
    announcements.after(experiment, step, status);
    return StatusPatch.control(experiment, status, nextLook.after(experiment, observed, step));
  }

  /** Records when the trial reaches a further part than before: every deadline counts from then. */
  private void recordWaiting(
      ScalabilityExperiment experiment, Observed observed, NextStep.OfTrial step) {
    Waiting before = observed.trials().get(step.configuration().name()).waiting();
    List<ComponentState> components = observed.testbed().components();
    if (before == null || Deadlines.after(components, step.part(), before.part())) {
      Waiting now = new Waiting(step.part(), clock.instant().toString(), null);
      trials.update(experiment, step.configuration(), status -> status.waitingFor(now));
    }
  }

  /**
   * Reconciled again when it changes, and by the next operator; other experiments are not affected.
   */
  private UpdateControl<ScalabilityExperiment> unreadable(
      ScalabilityExperiment experiment, String message) {
    reportUnreadable(experiment, message);
    return Lifetime.finished(experiment)
        ? UpdateControl.noUpdate()
        : StatusPatch.control(
            experiment, UnreadableReport.waiting(experiment, message, clock.instant()), null);
  }

  private void reportUnreadable(ScalabilityExperiment experiment, String message) {
    events.record(
        experiment, experiment.getMetadata().getName() + " " + message, Reason.UNREADABLE, message);
  }

  /**
   * An invalid object would be rejected again, and an existing object of another owner stays: the
   * trial fails with their message at once. Other refusals may end; see FailingReconciliations.
   */
  private boolean perform(ScalabilityExperiment experiment, Plan plan, NextStep step) {
    try {
      return actions.perform(experiment, step);
    } catch (NotOwnedException e) {
      failTrial(experiment, plan, step, new Violation("", Reason.NAME_TAKEN, e.getMessage()), e);
    } catch (KubernetesClientException e) {
      Refusal refusal = Refusal.of(e).filter(Refusal::isForGood).orElseThrow(() -> e);
      failTrial(experiment, plan, step, actions.refused(experiment, step, refusal), e);
    }
    return true;
  }

  private void failTrial(
      ScalabilityExperiment experiment,
      Plan plan,
      NextStep step,
      Violation why,
      RuntimeException cause) {
    Configuration configuration =
        plan.configurations().stream()
            .filter(one -> one.name().equals(step.trialName()))
            .filter(one -> trials.statuses(experiment).containsKey(one.name()))
            .findFirst()
            .orElseThrow(() -> new FailingReconciliations.ForGood(cause));
    if (step instanceof NextStep.FailTrial) {
      throw cause;
    }
    actions.perform(
        experiment, new NextStep.FailTrial(configuration, why.reason(), why.toString()));
  }

  /** An error of the operator or of the API server: report it and retry, but not forever. */
  @Override
  public ErrorStatusUpdateControl<ScalabilityExperiment> updateErrorStatus(
      ScalabilityExperiment experiment, Context<ScalabilityExperiment> context, Exception e) {
    return failing
        .failed(experiment, e)
        .map(status -> ErrorStatusUpdateControl.patchStatus(StatusPatch.of(experiment, status)))
        .orElseGet(ErrorStatusUpdateControl::noStatusUpdate)
        .rescheduleAfter(AFTER_ERROR);
  }
}
