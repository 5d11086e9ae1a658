package dev.scalelab.operator.report;

import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.SearchResult;
import dev.scalelab.operator.api.Spread;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.TrialProgress;
import dev.scalelab.operator.api.TrialResult;
import dev.scalelab.operator.plan.Configuration;
import java.util.List;
import java.util.Optional;

/** The summary in a trial's status, from its runs. */
public final class TrialReport {
  private TrialReport() {}

  /**
   * The progress that kubectl shows. Nobody knows before how many runs a search needs.
   *
   * @param runs the trial's runs, which its status may not have yet; at least one
   */
  public static TrialProgress progress(
      Configuration configuration, ScalabilityTrialStatus status, List<RunResult> runs) {
    RunResult last = runs.get(runs.size() - 1);
    long valid = runs.stream().filter(run -> run.phase() == RunPhase.VALID).count();
    boolean searches = configuration.load().searches();
    long ofRound =
        runs.stream()
            .filter(run -> searches && last.plan().repetition().equals(run.plan().repetition()))
            .mapToInt(run -> run.steps().size())
            .sum();
    Optional<StepResult> latest = latestStep(runs);
    return new TrialProgress(
        (searches ? status.searched().size() : valid) + "/" + configuration.repetitions(),
        searches ? "" + ofRound : last.steps().size() + "/" + last.plan().steps().size(),
        latest.map(StepResult::throughputPerSecond).orElse(null),
        latest.map(step -> millis(step.responseTimes().p95Millis())).orElse(null),
        null);
  }

  /**
   * The progress of a trial that has succeeded: its figures instead of those of its latest step.
   */
  public static TrialProgress finished(TrialProgress progress, TrialResult result) {
    return new TrialProgress(
        progress.runs(),
        progress.step(),
        throughput(result.peakPerSecond(), result.capacityPerSecond(), result.search()),
        millis(result.p95Millis()),
        result.bottleneck() == null ? null : result.bottleneck().shown());
  }

  /**
   * The throughput that kubectl shows of a result: the peak or, beside response times that are not
   * those of the peak, the capacity that was searched for.
   *
   * @param capacity null without one
   * @param search null where given loads were measured
   */
  static Double throughput(Spread peak, Spread capacity, SearchResult search) {
    return (search == null || capacity == null ? peak : capacity).mean();
  }

  /** The step measured last; empty if the latest run has none yet. */
  static Optional<StepResult> latestStep(ScalabilityTrialStatus trial) {
    return latestStep(trial.runs());
  }

  private static Optional<StepResult> latestStep(List<RunResult> runs) {
    if (runs.isEmpty() || runs.get(runs.size() - 1).steps().isEmpty()) {
      return Optional.empty();
    }
    List<StepResult> steps = runs.get(runs.size() - 1).steps();
    return Optional.of(steps.get(steps.size() - 1));
  }

  /** A time with its unit, as 41ms; null stays null. */
  static String millis(Double value) {
    return value == null ? null : Math.round(value) + "ms";
  }
}
