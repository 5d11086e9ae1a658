package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.Waiting;
import dev.scalelab.operator.loadrun.Dataset;
import dev.scalelab.operator.loadrun.LoadRuns;
import dev.scalelab.operator.measurement.Invalid;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Ladder;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.report.ChangedPods;
import dev.scalelab.operator.report.EventRecorder;
import dev.scalelab.operator.testbed.ComponentOrder;
import dev.scalelab.operator.testbed.PinnedImages;
import dev.scalelab.operator.testbed.Testbed;
import io.fabric8.kubernetes.api.model.Pod;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Performs the steps of a run. Each is idempotent, and its event is written once. */
@ApplicationScoped
public class RunActions {
  private final Testbed testbed;
  private final LoadRuns loadRuns;
  private final RunCollector collector;
  private final TrialStore trials;
  private final EventRecorder events;
  private final Clock clock;
  private final RunDisturbances disturbances;

  public RunActions(
      Testbed testbed,
      LoadRuns loadRuns,
      RunCollector collector,
      TrialStore trials,
      EventRecorder events,
      Clock clock) {
    this.testbed = testbed;
    this.loadRuns = loadRuns;
    this.collector = collector;
    this.trials = trials;
    this.events = events;
    this.clock = clock;
    this.disturbances = new RunDisturbances(testbed, collector, trials, events, clock);
  }

  RunDisturbances disturbances() {
    return disturbances;
  }

  /** Returns whether it may have changed the trial's status. */
  boolean collect(ScalabilityExperiment experiment, NextStep.Collect collect) {
    RunCollector.Collected collected =
        collector.collect(experiment, collect.configuration(), collect.run(), collect.pods());
    Optional<NextStep.InvalidateRun> abort = RunJudgement.abort(collect, collected);
    abort.ifPresent(invalid -> invalidate(experiment, invalid));
    boolean back = disturbances.look(experiment, collect.configuration(), collect.run());
    return collected.changed() || abort.isPresent() || back;
  }

  void audit(ScalabilityExperiment experiment, NextStep.Audit audit) {
    Configuration configuration = audit.configuration();
    loadRuns.startAudit(experiment, configuration, audit.run());
    trials.created(experiment, configuration, Names.auditJob(configuration.name(), audit.run()));
  }

  /**
   * The run's plan is recorded first, so that its Job follows it even if the operator is restarted
   * or the spec changed in between.
   */
  void startLoad(ScalabilityExperiment experiment, NextStep.StartLoad start) {
    Configuration configuration = start.configuration();
    RunPlan plan = start.plan();
    ScalabilityTrialStatus planned =
        trials.update(
            experiment, configuration, status -> status.planning(recordedOr(plan, status)));
    loadRuns.startRun(experiment, configuration, planned.nextRun());
    trials.created(experiment, configuration, Names.loadJob(configuration.name(), plan.run()));
  }

  void recordRun(ScalabilityExperiment experiment, NextStep.RecordRun step) {
    Configuration configuration = step.configuration();
    RunPlan plan = step.plan();
    trials.update(
        experiment,
        configuration,
        status ->
            status.runs().size() >= plan.run()
                ? status
                : RunCollector.with(
                        configuration, status, RunResult.begun(recordedOr(plan, status)))
                    .waitingFor(null)
                    .planning(null));
  }

  /**
   * A lost fill of the databases would be found again, since its Job stays with them. It is deleted
   * before the run is recorded: an operator killed in between finds it gone, and loses the same
   * run.
   */
  void lose(ScalabilityExperiment experiment, NextStep.LoseRun lost) {
    Configuration configuration = lost.configuration();
    String run = Names.run(configuration.name(), lost.plan().run());
    report(experiment, RunEnd.Event.invalid(run, lost.reason(), lost.message()));
    loadRuns.removeUnfinished(experiment, Dataset.job(configuration));
    String now = clock.instant().toString();
    trials.update(
        experiment,
        configuration,
        status ->
            status.runs().size() >= lost.plan().run()
                ? status
                : RunCollector.with(
                        configuration,
                        status,
                        RunResult.begun(recordedOr(lost.plan(), status))
                            .ended(RunPhase.INVALID, lost.reason(), lost.message(), now))
                    .waitingFor(new Waiting(ComponentOrder.NEW_SERVERS, now, null))
                    .planning(null));
  }

  private static RunPlan recordedOr(RunPlan plan, ScalabilityTrialStatus status) {
    RunPlan recorded = Ladder.recorded(status);
    return recorded == null ? plan : recorded;
  }

  /** Output since the last reconciliation is collected before it is considered missing. */
  void judge(ScalabilityExperiment experiment, NextStep.JudgeRun judge) {
    Configuration configuration = judge.configuration();
    int number = judge.run();
    RunCollector.Collected last = collector.collectTheLast(experiment, configuration, number);
    disturbances.end(experiment, configuration, number);
    disturbances.lookTheLastTime(experiment, configuration, number);
    disturbances.measure(experiment, configuration, number);
    List<Pod> pods = testbed.pods(experiment);
    var placement = testbed.placement(experiment, configuration, pods);
    trials.update(experiment, configuration, s -> s.placed(placement));
    ChangedPods.text(placement)
        .ifPresent(
            message ->
                events.record(
                    experiment, experiment.getMetadata().getName(), Reason.PODS_CHANGED, message));
    Optional<Invalid> fault =
        judgement(experiment, configuration, number, () -> pods)
            .fault(last, PinnedImages.of(experiment.getStatus()).changed(placement));
    end(experiment, configuration, number, fault);
  }

  private RunJudgement judgement(
      ScalabilityExperiment experiment,
      Configuration configuration,
      int number,
      Supplier<List<Pod>> pods) {
    return new RunJudgement(
        configuration,
        trials.status(experiment, configuration),
        number,
        moment -> testbed.lost(configuration, moment, pods.get()));
  }

  /**
   * Aborts a run. Its output is kept; new output may change the decision, which is then made again.
   * The reason is recorded before a running Job is deleted, so that it is not lost if the operator
   * is killed in between.
   */
  void invalidate(ScalabilityExperiment experiment, NextStep.InvalidateRun invalid) {
    Configuration configuration = invalid.configuration();
    RunResult before = collector.run(experiment, configuration, invalid.run());
    collector.collectNow(experiment, configuration, invalid.run());
    if (!collector.run(experiment, configuration, invalid.run()).equals(before)) {
      return;
    }
    Invalid why =
        judgement(experiment, configuration, invalid.run(), () -> testbed.pods(experiment))
            .named(new Invalid(invalid.reason(), invalid.message()));
    trials.update(
        experiment,
        configuration,
        withRun(configuration, invalid.run(), run -> run.givenUp(why.reason(), why.message())));
    loadRuns.stop(experiment, Names.loadJob(configuration.name(), invalid.run()));
    disturbances.end(experiment, configuration, invalid.run());
    end(experiment, configuration, invalid.run(), Optional.of(why));
  }

  private void end(
      ScalabilityExperiment experiment,
      Configuration configuration,
      int number,
      Optional<Invalid> fault) {
    RunEnd end =
        RunEnd.of(
            configuration,
            trials.status(experiment, configuration),
            number,
            fault,
            clock.instant());
    end.events().forEach(event -> report(experiment, event));
    // In one write, so that the wait of the next run does not count from this run's audit.
    trials.update(experiment, configuration, status -> end.status());
    collector.forget(experiment);
  }

  private void report(ScalabilityExperiment experiment, RunEnd.Event event) {
    events.record(experiment, event.subject(), event.reason(), event.message());
  }

  private static UnaryOperator<ScalabilityTrialStatus> withRun(
      Configuration configuration, int number, UnaryOperator<RunResult> change) {
    return status ->
        RunCollector.with(configuration, status, change.apply(RunCollector.find(status, number)));
  }
}
