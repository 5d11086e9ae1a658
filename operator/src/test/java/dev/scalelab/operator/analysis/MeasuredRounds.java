package dev.scalelab.operator.analysis;

import dev.scalelab.operator.analysis.ScalingAnalysis.Measured;
import dev.scalelab.operator.api.ResponseTimes;
import dev.scalelab.operator.api.RoundFigures;
import dev.scalelab.operator.api.RoundFiguresBuilder;
import dev.scalelab.operator.api.Spread;
import dev.scalelab.operator.api.TrialResult;
import dev.scalelab.operator.api.TrialResultBuilder;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.reconcile.Given;
import dev.scalelab.operator.support.Experiments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Experiments whose configurations were measured in rounds with given peaks. */
public final class MeasuredRounds {
  private MeasuredRounds() {}

  /** The plan of an experiment with three interleaved repetitions and a change, as YAML. */
  public static Plan plan(String change) {
    return Planner.plan(
        "t",
        Experiments.with(
            Experiments.with(Given.spec(), "{sweep: {order: Interleaved}, load: {repetitions: 3}}"),
            change));
  }

  /** A configuration of the plan, measured with these peaks. */
  static Measured of(Plan plan, String name, double... peaks) {
    return new Measured(configuration(plan, name), result(peaks));
  }

  static Configuration configuration(Plan plan, String name) {
    return plan.configurations().stream()
        .filter(one -> one.shortName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** A saturated configuration that completed a thousand transactions in each round. */
  public static TrialResult result(double... peaks) {
    List<RoundFigures> rounds = new ArrayList<>();
    for (int i = 0; i < peaks.length; i++) {
      double slower = 1 + i / 100.0;
      ResponseTimes others =
          new ResponseTimes(
              10 * slower, 20 * slower, 30 * slower, 40 * slower, null, null, null, 12 * slower);
      rounds.add(
          RoundFiguresBuilder.builder()
              .round(i + 1)
              .peakPerSecond(peaks[i])
              .capacityPerSecond(20.0)
              .meanMillis(12.0 + i)
              .p95Millis(30.0)
              .others(peaks.length == 1 ? null : others)
              .completed(300L)
              .build());
    }
    double mean = Arrays.stream(peaks).average().orElseThrow();
    return TrialResultBuilder.builder()
        .peakPerSecond(new Spread(mean, mean, mean))
        .capacityPerSecond(new Spread(20.0, 20.0, 20.0))
        .saturated(true)
        .peakReached(true)
        .step(1)
        .p50Millis(10.0)
        .p90Millis(20.0)
        .p95Millis(30.0)
        .p99Millis(40.0)
        .meanMillis(13.0)
        .errorPercent(0.0)
        .runs(peaks.length)
        .rounds(rounds)
        .build();
  }

  /** The same, but it did all that was requested. */
  static Measured unsaturated(Plan plan, String name, double... peaks) {
    TrialResult result = result(peaks).with(same -> same.saturated(false).peakReached(false));
    return new Measured(configuration(plan, name), result);
  }
}
