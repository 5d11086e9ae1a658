package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.api.ResponseTimes;
import dev.scalelab.operator.api.StepTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One load, as the mean of all rounds that measured it.
 *
 * @param p95Millis mean of the 95th percentiles; null if unknown
 */
record Level(StepTarget target, StepFigures figures, Double p95Millis) {

  /** The loads that completed something with known response times, the lowest first. */
  static List<Level> of(List<List<MeasuredStep>> rounds) {
    Map<Double, List<MeasuredStep>> byLoad = new TreeMap<>();
    for (List<MeasuredStep> round : rounds) {
      for (MeasuredStep step : round) {
        if (step.figures().perSecond() > 0 && step.figures().meanMillis() != null) {
          byLoad.computeIfAbsent(step.load(), none -> new ArrayList<>(rounds.size())).add(step);
        }
      }
    }
    List<Level> levels = new ArrayList<>(byLoad.size());
    byLoad.values().forEach(steps -> levels.add(mean(steps)));
    return levels;
  }

  private static Level mean(List<MeasuredStep> steps) {
    return new Level(
        steps.get(0).step().target(),
        StepFigures.mean(MeasuredStep.figures(steps)),
        Means.of(steps, Level::p95Millis));
  }

  private static Double p95Millis(MeasuredStep one) {
    ResponseTimes times = one.step().responseTimes();
    return times == null ? null : times.p95Millis();
  }

  /** Transactions per second that arrive or, with users, were completed. */
  double offeredPerSecond() {
    return target.perSecond() == null ? figures.perSecond() : target.perSecond();
  }
}
