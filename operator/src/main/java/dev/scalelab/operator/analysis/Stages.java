package dev.scalelab.operator.analysis;

import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepStage;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/** How much of what a configuration can do each of its steps used, against all of them. */
public final class Stages {
  private static final double NEAR_PEAK = 0.9;
  private static final double FOLLOWS = 0.95;
  private static final double QUICK = 1.5;
  private static final double MANY_ERRORS_PERCENT = 10;

  private final double uselessMillis;
  private final StepResult peak;
  private final double lowestLoad;
  private final OptionalDouble quickMillis;
  private final double perUser;

  private Stages(List<StepResult> steps, double uselessMillis) {
    this.uselessMillis = uselessMillis;
    this.peak =
        steps.stream()
            .max(Comparator.comparingDouble(StepResult::throughputPerSecond))
            .orElseThrow();
    this.lowestLoad = steps.stream().mapToDouble(Stages::load).min().orElseThrow();
    List<StepResult> lowest = steps.stream().filter(step -> load(step) == lowestLoad).toList();
    this.quickMillis =
        lowest.stream().filter(step -> millis(step) != null).mapToDouble(Stages::millis).average();
    this.perUser =
        lowest.stream().mapToDouble(StepResult::throughputPerSecond).average().orElseThrow()
            / lowestLoad;
  }

  /**
   * The same runs with the stages of the steps of the valid ones.
   *
   * @param uselessMillis mean response time from which on users are not served: the longest limit,
   *     and the time that they think
   */
  public static List<RunResult> of(List<RunResult> runs, double uselessMillis) {
    List<StepResult> steps =
        runs.stream()
            .filter(run -> run.phase() == RunPhase.VALID)
            .flatMap(run -> run.steps().stream())
            .toList();
    if (steps.isEmpty()) {
      return runs;
    }
    Stages stages = new Stages(steps, uselessMillis);
    return runs.stream()
        .map(
            run ->
                run.phase() == RunPhase.VALID
                    ? run.withSteps(
                        run.steps().stream().map(step -> step.withStage(stages.of(step))).toList())
                    : run)
        .toList();
  }

  /** Null between little and full use. */
  private StepStage of(StepResult step) {
    boolean nearPeak = step.throughputPerSecond() >= NEAR_PEAK * peak.throughputPerSecond();
    Double millis = millis(step);
    if (step.errorPercent() > MANY_ERRORS_PERCENT
        || !nearPeak && load(step) > load(peak)
        || millis != null && millis >= uselessMillis) {
      return StepStage.HALTED;
    }
    boolean quick =
        millis != null && quickMillis.isPresent() && millis <= QUICK * quickMillis.getAsDouble();
    if (quick && follows(step)) {
      return StepStage.UNDER_USED;
    }
    return nearPeak ? StepStage.FULLY_LOADED : null;
  }

  /** Whether it did all that was requested: of users as much for each as at the lowest load. */
  private boolean follows(StepResult step) {
    return step.target().users() == null
        ? !step.target().missedBy(step.throughputPerSecond())
        : step.throughputPerSecond() >= FOLLOWS * (perUser * load(step));
  }

  private static double load(StepResult step) {
    return step.target().load();
  }

  private static Double millis(StepResult step) {
    return step.responseTimes().meanMillis();
  }
}
