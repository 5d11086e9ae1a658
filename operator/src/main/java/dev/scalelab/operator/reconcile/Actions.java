package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.analysis.Judgement;
import dev.scalelab.operator.analysis.TrialAnalysis;
import dev.scalelab.operator.api.Message;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ResponseTimes;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.SearchRound;
import dev.scalelab.operator.api.TrialResult;
import dev.scalelab.operator.api.WarmUpSpec;
import dev.scalelab.operator.loadrun.LoadRuns;
import dev.scalelab.operator.measurement.WarmUp;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.platform.Applier;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.report.ChangedPods;
import dev.scalelab.operator.report.EventRecorder;
import dev.scalelab.operator.report.TrialReport;
import dev.scalelab.operator.search.SearchAnalysis;
import dev.scalelab.operator.testbed.Component;
import dev.scalelab.operator.testbed.ComponentContext;
import dev.scalelab.operator.testbed.Testbed;
import dev.scalelab.operator.testbed.Topology;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** Performs a step. Each is idempotent, and its event is written once. */
@ApplicationScoped
public class Actions {
  private final Topology topology;
  private final Applier applier;
  private final Testbed testbed;
  private final LoadRuns loadRuns;
  private final RunCollector collector;
  private final RunActions runs;
  private final TrialStore trials;
  private final EventRecorder events;
  private final Clock clock;

  public Actions(
      Topology topology,
      Applier applier,
      Testbed testbed,
      LoadRuns loadRuns,
      RunCollector collector,
      RunActions runs,
      TrialStore trials,
      EventRecorder events,
      Clock clock) {
    this.topology = topology;
    this.applier = applier;
    this.testbed = testbed;
    this.loadRuns = loadRuns;
    this.collector = collector;
    this.runs = runs;
    this.trials = trials;
    this.events = events;
    this.clock = clock;
  }

  /**
   * Performs the step; steps that only wait, or only change the experiment's own status, do nothing
   * here.
   *
   * @return whether it may have changed the status of a trial
   */
  public boolean perform(ScalabilityExperiment experiment, NextStep step) {
    if (step instanceof NextStep.CreateTrial create) {
      createTrial(experiment, create.trial());
    } else if (step instanceof NextStep.Deploy deploy) {
      deploy(experiment, deploy);
    } else if (step instanceof NextStep.MarkReady ready) {
      markReady(experiment, ready);
    } else if (step instanceof NextStep.RecreateServers renew) {
      trials.update(experiment, renew.trial(), ScalabilityTrialStatus::cold);
    } else if (step instanceof NextStep.Reopen reopen) {
      trials.update(experiment, reopen.trial(), ScalabilityTrialStatus::reopened);
    } else if (step instanceof NextStep.ClearTestbed clear) {
      clear(experiment, clear);
    } else if (step instanceof NextStep.TearDown tearDown) {
      tearDown(experiment, tearDown);
    } else if (step instanceof NextStep.EndRound end) {
      endRound(experiment, end);
    } else if (step instanceof NextStep.FinishTrial finish) {
      finishTrial(experiment, finish.trial());
    } else if (step instanceof NextStep.FailTrial fail) {
      failTrial(experiment, fail);
    } else if (step instanceof NextStep.Finish) {
      // A failed trial is not measured any more, although its testbed may be retained.
      loadRuns.stopAll(experiment);
    } else {
      return runs.perform(experiment, step);
    }
    return true;
  }

  private void deploy(ScalabilityExperiment experiment, NextStep.Deploy step) {
    Configuration configuration = step.trial();
    ScalabilityTrialStatus status = trials.status(experiment, configuration);
    ComponentContext scene =
        new ComponentContext(experiment, configuration, status, Observed.currentRun(status));
    for (Component component : topology.deployedTogether(configuration, step.part())) {
      component.deploy(scene, applier);
      if (component.job(scene) != null) {
        trials.created(experiment, configuration, component.job(scene));
      }
    }
  }

  private void clear(ScalabilityExperiment experiment, NextStep.ClearTestbed clear) {
    invalidateOtherTestbeds(experiment, clear.trial());
    testbed.removeUnusable(experiment, clear.trial(), clear.keepOwn());
  }

  /**
   * Marks other unfinished trials as cold. When they continue later they need new servers and Jobs;
   * this is recorded before those are removed, or they would seem to be deleted by a user.
   */
  private void invalidateOtherTestbeds(ScalabilityExperiment experiment, Configuration trial) {
    trials
        .statuses(experiment)
        .forEach(
            (name, status) -> {
              boolean hasTestbed = status.testbedReadyTime() != null || status.waiting() != null;
              if (!name.equals(trial.name()) && !status.ended() && hasTestbed) {
                trials.update(experiment, name, ScalabilityTrialStatus::cold);
              }
            });
  }

  private void tearDown(ScalabilityExperiment experiment, NextStep.TearDown tearDown) {
    testbed.tearDown(experiment);
    if (tearDown.overdue() != null) {
      String name = experiment.getMetadata().getName();
      events.record(
          experiment,
          name,
          Reason.TESTBED_NOT_GONE,
          "%s: kubectl get all,clusters.postgresql.cnpg.io --selector %s=%s"
              .formatted(tearDown.overdue(), Labels.EXPERIMENT, name));
    }
  }

  private void createTrial(ScalabilityExperiment experiment, Configuration trial) {
    invalidateOtherTestbeds(
        experiment, trial); // another trial may wait for a part that leaves nothing to clear
    trials.create(experiment, trial);
    trials.update(
        experiment,
        trial,
        status ->
            status.startTime() != null && status.phase() != null
                ? status
                : ScalabilityTrialStatus.begun(clock.instant().toString()));
    events.record(
        experiment,
        trial.name(),
        Reason.TRIAL_STARTED,
        "%s: %s, %s"
            .formatted(
                trial.name(),
                Message.count(trial.replicas(), "application server"),
                trial.systemText()));
  }

  private void markReady(ScalabilityExperiment experiment, NextStep.MarkReady step) {
    Configuration trial = step.trial();
    WarmUpSpec given = trial.load().warmUp();
    var warmUp =
        new WarmUp(
            loadRuns
                .output(experiment.getMetadata().getNamespace(), Names.warmUpJob(trial.name()))
                .records(),
            loadRuns.warmUpGenerators(trial));
    // Before the status is written, since this is not checked again afterwards.
    warmUp
        .shortOf(trial, given.maxSeconds(), given.transactionsPerServer())
        .ifPresent(words -> events.record(experiment, trial.name(), Reason.WARM_UP_SHORT, words));
    trials.update(
        experiment,
        trial,
        s ->
            s.warm(clock.instant().toString(), warmUp.each(trial.replicas()).orElse(null))
                .placed(step.placement()));
    ChangedPods.text(step.placement())
        .ifPresent(
            words ->
                events.record(
                    experiment, experiment.getMetadata().getName(), Reason.PODS_CHANGED, words));
    events.record(
        experiment,
        trial.name(),
        Reason.TESTBED_READY,
        "%s: all servers are ready, warm and at their CPU limit".formatted(trial.name()));
  }

  private void endRound(ScalabilityExperiment experiment, NextStep.EndRound end) {
    SearchRound round = end.round();
    String unit = end.trial().load().closedModel() ? " users" : "/s";
    String found =
        round.level() == null
            ? "no load met the objectives"
            : "capacity %s%.1f%s"
                .formatted(round.saturated() ? "" : "at least ", round.level(), unit);
    events.record(
        experiment,
        end.trial().name(),
        Reason.ROUND_FINISHED,
        "%s: round %d of %d: %s"
            .formatted(end.trial().name(), round.round(), end.trial().repetitions(), found));
    trials.update(
        experiment,
        end.trial(),
        status -> {
          ScalabilityTrialStatus after = status.searched(round);
          return after.withRuns(
              after.runs(), TrialReport.progress(end.trial(), after, after.runs()));
        });
  }

  private TrialResult figures(ScalabilityExperiment experiment, Configuration trial) {
    ScalabilityTrialStatus status = trials.status(experiment, trial);
    if (trial.load().searches()) {
      SearchAnalysis search = new SearchAnalysis(trial, status);
      List<RunResult> reported = search.reported();
      ResponseTimes times = collector.percentiles(experiment, reported).get(1);
      return collector.leavingOutEach(experiment, reported, search.result(times));
    }
    List<RunResult> valid =
        status.runs().stream().filter(run -> run.phase() == RunPhase.VALID).toList();
    Map<Integer, ResponseTimes> percentiles = collector.percentiles(experiment, valid);
    return collector.leavingOutEach(
        experiment, valid, TrialAnalysis.of(valid, percentiles, trial.spec().objectives()));
  }

  private void finishTrial(ScalabilityExperiment experiment, Configuration trial) {
    TrialResult result = figures(experiment, trial);
    boolean streamed = trial.workload().usesQueues();
    String capacity =
        result.capacityPerSecond() == null
            ? "no step met the objectives" + (streamed ? " and kept its stream" : "")
            : "capacity %.1f/s".formatted(result.capacityPerSecond().mean());
    events.record(
        experiment,
        trial.name(),
        Reason.TRIAL_FINISHED,
        "%s: peak %.1f/s, %s%s"
            .formatted(
                trial.name(),
                result.peakPerSecond().mean(),
                capacity,
                Judgement.host(result.hostCpuPercent(), result.step())));
    trials.update(
        experiment,
        trial,
        s ->
            withFigures(s, result)
                .ended(Phase.SUCCEEDED, null, null, clock.instant().toString(), result));
  }

  private void failTrial(ScalabilityExperiment experiment, NextStep.FailTrial fail) {
    events.record(
        experiment,
        fail.trial().name(),
        fail.reason(),
        fail.trial().name() + ": " + fail.message());
    trials.update(
        experiment,
        fail.trial(),
        s ->
            // Results from before repetitions were added are kept.
            withFigures(s, s.result())
                .ended(
                    s.result() == null ? Phase.FAILED : Phase.SUCCEEDED,
                    fail.reason(),
                    fail.message(),
                    clock.instant().toString(),
                    s.result()));
  }

  /** What kubectl get shows of a trial with a result is its figures. */
  private static ScalabilityTrialStatus withFigures(
      ScalabilityTrialStatus status, TrialResult result) {
    return result == null || status.progress() == null
        ? status
        : status.withRuns(status.runs(), TrialReport.finished(status.progress(), result));
  }
}
