package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.analysis.DisturbanceRows;
import dev.scalelab.operator.analysis.Judgement;
import dev.scalelab.operator.analysis.Stages;
import dev.scalelab.operator.analysis.TrialAnalysis;
import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.DisturbanceRow;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.QueueingModel;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ResponseTimes;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.ScreenFinding;
import dev.scalelab.operator.api.SearchRound;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.ThinkTimeSpec;
import dev.scalelab.operator.api.TrialResult;
import dev.scalelab.operator.diagnosis.FunctionalScreen;
import dev.scalelab.operator.diagnosis.TrialDiagnosis;
import dev.scalelab.operator.measurement.RunHistograms;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Schedule;
import dev.scalelab.operator.report.EventRecorder;
import dev.scalelab.operator.report.TrialReport;
import dev.scalelab.operator.search.RoundSearch;
import dev.scalelab.operator.search.SearchAnalysis;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Ends a trial, or one of its rounds, and records its figures. */
final class TrialEnds {
  private final RunCollector collector;
  private final TrialStore trials;
  private final EventRecorder events;
  private final Clock clock;

  TrialEnds(RunCollector collector, TrialStore trials, EventRecorder events, Clock clock) {
    this.collector = collector;
    this.trials = trials;
    this.events = events;
    this.clock = clock;
  }

  void endRound(ScalabilityExperiment experiment, NextStep.EndRound end) {
    SearchRound round = end.round();
    String unit = end.configuration().load().closedModel() ? " users" : "/s";
    String found =
        round.level() == null
            ? "no load met the objectives"
            : "capacity %s%.1f%s"
                .formatted(round.saturated() ? "" : "at least ", round.level(), unit);
    events.record(
        experiment,
        end.configuration().name(),
        Reason.ROUND_FINISHED,
        "%s: round %d of %d: %s"
            .formatted(
                end.configuration().name(),
                round.round(),
                end.configuration().repetitions(),
                found));
    trials.update(
        experiment,
        end.configuration(),
        status -> {
          ScalabilityTrialStatus after = status.searched(round);
          return after.withRuns(
              after.runs(), TrialReport.progress(end.configuration(), after, after.runs()));
        });
  }

  void finish(
      ScalabilityExperiment experiment,
      Configuration configuration,
      Reason reason,
      String message) {
    TrialResult figures = figures(experiment, configuration);
    ScalabilityTrialStatus measured = trials.status(experiment, configuration);
    List<RunResult> runs = measured.validRuns();
    TrialDiagnosis diagnosis =
        new TrialDiagnosis(
            configuration,
            runs.stream()
                .filter(run -> !RoundSearch.ignores(configuration, measured, run))
                .toList());
    Bottleneck bottleneck = diagnosis.bottleneck(figures.saturated());
    QueueingModel model = diagnosis.model();
    List<DisturbanceRow> disturbed = DisturbanceRows.of(configuration, runs);
    List<ScreenFinding> screen = FunctionalScreen.of(configuration, runs);
    TrialResult result =
        figures.with(
            all -> all.bottleneck(bottleneck).model(model).disturbances(disturbed).screen(screen));
    boolean streamed = configuration.workload().usesQueues();
    String capacity =
        result.capacityPerSecond() == null
            ? "no step met the objectives" + (streamed ? " and kept its stream" : "")
            : "capacity %s%.1f/s"
                .formatted(
                    Boolean.TRUE.equals(result.saturated()) ? "" : "at least ",
                    result.capacityPerSecond().mean());
    events.record(
        experiment,
        configuration.name(),
        Reason.TRIAL_FINISHED,
        "%s: peak %.1f/s, %s%s%s%s%s"
            .formatted(
                configuration.name(),
                result.peakPerSecond().mean(),
                capacity,
                Judgement.host(
                    result.hostCpuPercent(),
                    result.step(),
                    result.hostFullFromStep(),
                    result.search()),
                TrialDiagnosis.sentence(bottleneck),
                DisturbanceRows.sentences(disturbed),
                FunctionalScreen.sentences(screen)));
    trials.update(
        experiment,
        configuration,
        s ->
            withFigures(s, result)
                .withRuns(Stages.of(s.runs(), uselessMillis(configuration)))
                .ended(Phase.SUCCEEDED, reason, message, clock.instant().toString(), result));
  }

  /** Users who wait longer than this are not served. */
  private static double uselessMillis(Configuration configuration) {
    ThinkTimeSpec think = configuration.spec().workload().thinkTime();
    double mean = think == null ? 0 : (think.minMillis() + think.maxMillis()) / 2.0;
    return Math.max(mean, configuration.spec().objectives().longestMillis());
  }

  /**
   * With the result of its valid runs, unless it has none or their samples are lost. A search that
   * is still in its first round has one if a load met the objectives.
   */
  void conclude(ScalabilityExperiment experiment, NextStep.ConcludeTrial step) {
    ScalabilityTrialStatus before = trials.status(experiment, step.configuration());
    if (step.configuration().load().searches() && before.searched().isEmpty()) {
      new RoundSearch(step.configuration(), before)
          .endedEarly()
          .ifPresent(
              round -> endRound(experiment, new NextStep.EndRound(step.configuration(), round)));
    }
    ScalabilityTrialStatus status = trials.status(experiment, step.configuration());
    List<RunResult> valid = status.validRuns();
    if (Schedule.rounds(step.configuration(), status) > 0
        && collector.lost(experiment, valid).isEmpty()) {
      finish(experiment, step.configuration(), step.reason(), step.message());
      return;
    }
    trials.update(
        experiment,
        step.configuration(),
        s ->
            s.ended(
                s.result() == null ? Phase.TERMINATED : Phase.SUCCEEDED,
                step.reason(),
                step.message(),
                clock.instant().toString(),
                s.result()));
  }

  void fail(ScalabilityExperiment experiment, NextStep.FailTrial fail) {
    events.recordFailure(
        experiment,
        fail.configuration().name(),
        fail.reason(),
        fail.configuration().name() + ": " + fail.message());
    trials.update(
        experiment,
        fail.configuration(),
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

  private TrialResult figures(ScalabilityExperiment experiment, Configuration configuration) {
    ScalabilityTrialStatus status = trials.status(experiment, configuration);
    if (configuration.load().searches()) {
      SearchAnalysis search = new SearchAnalysis(configuration, status);
      List<RunResult> reported = search.reported();
      RunHistograms histograms = collector.histograms(experiment, reported);
      return histograms.leavingOutEach(search.result(histograms.percentiles(1)));
    }
    List<RunResult> valid = status.validRuns();
    RunHistograms histograms = collector.histograms(experiment, valid);
    Map<Integer, ResponseTimes> percentiles =
        valid.get(0).steps().stream()
            .collect(Collectors.toMap(StepResult::step, s -> histograms.percentiles(s.step())));
    return histograms.leavingOutEach(
        TrialAnalysis.of(valid, percentiles, configuration.spec().objectives()));
  }

  /** What kubectl get shows of a trial with a result is its figures. */
  private static ScalabilityTrialStatus withFigures(
      ScalabilityTrialStatus status, TrialResult result) {
    return result == null || status.progress() == null
        ? status
        : status.withRuns(status.runs(), TrialReport.finished(status.progress(), result));
  }
}
