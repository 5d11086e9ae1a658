package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Message;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.WarmUpSpec;
import dev.scalelab.operator.loadrun.LoadRuns;
import dev.scalelab.operator.measurement.WarmUp;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.platform.Applier;
import dev.scalelab.operator.platform.ConcurrentRequests;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.Refusal;
import dev.scalelab.operator.report.ChangedPods;
import dev.scalelab.operator.report.EventRecorder;
import dev.scalelab.operator.testbed.Component;
import dev.scalelab.operator.testbed.ComponentContext;
import dev.scalelab.operator.testbed.Testbed;
import dev.scalelab.operator.testbed.Topology;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Performs a step. Each is idempotent, and its event is written once. */
@ApplicationScoped
public class Actions {
  private final Topology topology;
  private final Applier applier;
  private final Testbed testbed;
  private final LoadRuns loadRuns;
  private final TrialStore trials;
  private final EventRecorder events;
  private final Starts starts;
  private final Clock clock;
  private final StepTable<ScalabilityExperiment, Boolean> steps;

  public Actions(
      Topology topology,
      Applier applier,
      Testbed testbed,
      LoadRuns loadRuns,
      RunCollector collector,
      RunActions runs,
      TrialStore trials,
      EventRecorder events,
      Starts starts,
      Clock clock) {
    this.topology = topology;
    this.applier = applier;
    this.testbed = testbed;
    this.loadRuns = loadRuns;
    this.trials = trials;
    this.events = events;
    this.starts = starts;
    this.clock = clock;
    this.steps = steps(runs, new TrialEnds(collector, trials, events, clock));
  }

  /**
   * Performs the step; steps that only wait, or only change the experiment's own status, do nothing
   * here.
   *
   * @return whether it may have changed the status of a trial
   */
  public boolean perform(ScalabilityExperiment experiment, NextStep step) {
    return steps.at(experiment, step);
  }

  private StepTable<ScalabilityExperiment, Boolean> steps(RunActions runs, TrialEnds ends) {
    return new StepTable.Builder<ScalabilityExperiment, Boolean>()
        .at(NextStep.CreateTrial.class, true, this::createTrial)
        .at(NextStep.Deploy.class, true, this::deploy)
        .at(NextStep.MarkReady.class, true, this::markReady)
        .at(NextStep.RecreateServers.class, true, this::recreateServers)
        .at(NextStep.Reopen.class, true, this::reopen)
        .at(NextStep.ClearTestbed.class, true, this::clear)
        .at(NextStep.TearDown.class, true, this::tearDown)
        .at(NextStep.Release.class, true, this::release)
        .at(NextStep.EndRound.class, true, ends::endRound)
        .at(
            NextStep.FinishTrial.class,
            true,
            (experiment, step) -> ends.finish(experiment, step.configuration(), null, null))
        .at(NextStep.FailTrial.class, true, ends::fail)
        .at(NextStep.ConcludeTrial.class, true, ends::conclude)
        .at(NextStep.StartLoad.class, true, runs::startLoad)
        .at(NextStep.RecordRun.class, true, runs::recordRun)
        .at(NextStep.Collect.class, runs::collect)
        .at(NextStep.PrepareDisturbance.class, true, runs.disturbances()::prepare)
        .at(NextStep.Disturb.class, true, runs.disturbances()::make)
        .at(NextStep.Audit.class, true, runs::audit)
        .at(NextStep.JudgeRun.class, true, runs::judge)
        .at(NextStep.InvalidateRun.class, true, runs::invalidate)
        .at(NextStep.LoseRun.class, true, runs::lose)
        .at(NextStep.Expire.class, true, (experiment, step) -> starts.expire(experiment))
        .at(NextStep.Finish.class, true, (experiment, step) -> endLoads(experiment))
        .at(NextStep.Conclude.class, true, (experiment, step) -> endLoads(experiment))
        .nothingAt(
            false,
            NextStep.Check.class,
            NextStep.Reject.class,
            NextStep.AwaitCluster.class,
            NextStep.AwaitComponent.class,
            NextStep.AwaitDisturbance.class,
            NextStep.Suspend.class,
            NextStep.Resume.class,
            NextStep.Idle.class)
        .build();
  }

  /** A failed trial is not measured any more, although its testbed may be retained. */
  private void endLoads(ScalabilityExperiment experiment) {
    loadRuns.stopAll(experiment);
    testbed.disturber().endAll(experiment);
  }

  private void recreateServers(ScalabilityExperiment experiment, NextStep.RecreateServers step) {
    trials.update(experiment, step.configuration(), ScalabilityTrialStatus::cold);
  }

  private void reopen(ScalabilityExperiment experiment, NextStep.Reopen step) {
    trials.update(experiment, step.configuration(), ScalabilityTrialStatus::reopened);
  }

  /** Why a trial fails of which the API server refuses a step for good. */
  Violation refused(ScalabilityExperiment experiment, NextStep step, Refusal refusal) {
    Optional<Violation> outdated =
        step instanceof NextStep.Deploy deploy
            ? testbed.outdated(experiment, deploy.configuration(), deploy.part(), refusal)
            : Optional.empty();
    return outdated.orElseGet(() -> new Violation("", Reason.REFUSED, refusal.message()));
  }

  private void deploy(ScalabilityExperiment experiment, NextStep.Deploy step) {
    Configuration configuration = step.configuration();
    ScalabilityTrialStatus status = trials.status(experiment, configuration);
    ComponentContext context =
        new ComponentContext(experiment, configuration, status, Observed.currentRun(status));
    List<Component> together = topology.deployedTogether(configuration, step.part());
    ConcurrentRequests.forEach(together, component -> component.deploy(context, applier));
    together.stream()
        .map(component -> component.job(context))
        .filter(Objects::nonNull)
        .forEach(job -> trials.created(experiment, configuration, job));
  }

  private void clear(ScalabilityExperiment experiment, NextStep.ClearTestbed clear) {
    invalidateTestbeds(experiment, clear.configuration());
    testbed.disturber().endAll(experiment);
    testbed.removeUnusable(experiment, clear.configuration(), clear.keepOwn());
  }

  /**
   * Marks unfinished trials as cold, except one that may keep its testbed. When they continue later
   * they need new servers and Jobs; this is recorded before those are removed, or they would seem
   * to be deleted by a user.
   */
  private void invalidateTestbeds(ScalabilityExperiment experiment, Configuration except) {
    trials
        .statuses(experiment)
        .forEach(
            (name, status) -> {
              boolean hasTestbed = status.testbedReadyTime() != null || status.waiting() != null;
              boolean excepted = except != null && name.equals(except.name());
              if (!excepted && !status.ended() && hasTestbed) {
                trials.update(experiment, name, ScalabilityTrialStatus::cold);
              }
            });
  }

  private void tearDown(ScalabilityExperiment experiment, NextStep.TearDown tearDown) {
    testbed.disturber().endAll(experiment);
    testbed.tearDown(experiment);
    if (tearDown.overdue() != null) {
      String name = experiment.getMetadata().getName();
      events.record(
          experiment,
          name,
          Reason.TESTBED_NOT_GONE,
          "%s; list them: kubectl get %s --selector %s=%s,%s"
              .formatted(
                  tearDown.overdue(),
                  String.join(",", testbed.resources()),
                  Labels.EXPERIMENT,
                  name,
                  Labels.TIER));
    }
  }

  private void createTrial(ScalabilityExperiment experiment, NextStep.CreateTrial create) {
    Configuration configuration = create.configuration();
    // Another trial may wait for a part that leaves nothing to clear.
    invalidateTestbeds(experiment, configuration);
    trials.create(experiment, configuration);
    trials.update(
        experiment,
        configuration,
        status ->
            status.startTime() != null && status.phase() != null
                ? status
                : ScalabilityTrialStatus.begun(clock.instant().toString()));
    events.record(
        experiment,
        configuration.name(),
        Reason.TRIAL_STARTED,
        "%s: %s, %s"
            .formatted(
                configuration.name(),
                Message.count(configuration.replicas(), "application server"),
                configuration.systemText()));
  }

  private void markReady(ScalabilityExperiment experiment, NextStep.MarkReady step) {
    Configuration configuration = step.configuration();
    WarmUpSpec given = configuration.load().warmUp();
    var warmUp =
        new WarmUp(
            loadRuns
                .output(
                    experiment.getMetadata().getNamespace(), Names.warmUpJob(configuration.name()))
                .records(),
            loadRuns.warmUpGenerators(configuration));
    // Before the status is written, since this is not checked again afterwards.
    warmUp
        .shortOf(configuration, given.maxSeconds(), given.transactionsPerServer())
        .ifPresent(
            message ->
                events.record(experiment, configuration.name(), Reason.WARM_UP_SHORT, message));
    trials.update(
        experiment,
        configuration,
        s ->
            s.warm(clock.instant().toString(), warmUp.each(configuration.replicas()).orElse(null))
                .placed(step.placement()));
    ChangedPods.text(step.placement())
        .ifPresent(
            message ->
                events.record(
                    experiment, experiment.getMetadata().getName(), Reason.PODS_CHANGED, message));
    events.record(
        experiment,
        configuration.name(),
        Reason.TESTBED_READY,
        "%s: all servers are ready, warm and at their CPU limit".formatted(configuration.name()));
  }

  private void release(ScalabilityExperiment experiment, NextStep.Release release) {
    invalidateTestbeds(experiment, null);
    tearDown(experiment, new NextStep.TearDown(release.overdue()));
  }
}
