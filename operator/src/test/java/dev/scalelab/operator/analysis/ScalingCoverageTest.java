package dev.scalelab.operator.analysis;

import static dev.scalelab.operator.analysis.Rounds.EXPERIMENTS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.analysis.ScalingData.Observation;
import dev.scalelab.operator.api.Estimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

/** How many of a thousand simulated experiments have model intervals that contain the truth. */
class ScalingCoverageTest {
  private static final int[] COUNTS = {1, 2, 4, 8, 12, 16};
  private static final double NOISE = 0.03;

  @Test
  void ofTheUniversalScalabilityLaw() {
    Tally near = assertCovers("near its peak", 0.05, 0.95 / 81, 30);
    assertThat(near.percent("best is said")).isGreaterThan(89);
    assertThat(near.percent("best")).isBetween(92.0, 100.0);
    assertThat(near.percent("peak")).isBetween(92.0, 100.0);
    Tally far = assertCovers("far from its peak", 0.03, 0.97 / (40.0 * 40), 31);
    assertThat(far.percent("best is said")).as("beyond what was measured").isLessThan(2.5);
    assertCovers("without coherency", 0.08, 0, 32);
    assertCovers("linear", 0, 0, 33);
  }

  private static Tally assertCovers(String what, double sigma, double kappa, long seed) {
    Usl truth = new Usl(null, 20, sigma, kappa, 0);
    Tally tally = new Tally();
    Rounds simulated = Rounds.normal(seed);
    for (int i = 0; i < EXPERIMENTS; i++) {
      Scaling scaling = Scaling.of(data(simulated, truth::at));
      if (scaling.sigma() == null || !scaling.lambda().bounded()) {
        tally.add("without", true);
        continue;
      }
      tally.add("without", false);
      tally.add("lambda", contains(scaling.lambda(), 20));
      tally.add("sigma", contains(scaling.sigma(), sigma));
      tally.add("kappa", contains(scaling.kappa(), kappa));
      tally.add("best is said", scaling.best() != null);
      if (scaling.best() != null) {
        tally.add("best", contains(scaling.best(), truth.bestReplicas()));
        tally.add("peak", contains(scaling.peak(), truth.at(truth.bestReplicas())));
      }
    }
    assertThat(tally.percent("lambda")).as("lambda, %s", what).isBetween(92.0, 100.0);
    assertThat(tally.percent("sigma")).as("sigma, %s", what).isBetween(92.0, 100.0);
    assertThat(tally.percent("kappa")).as("kappa, %s", what).isBetween(92.0, 100.0);
    assertThat(tally.percent("without")).as("without intervals, %s", what).isLessThan(5);
    return tally;
  }

  @Test
  void ofAPlateau() {
    Plateau truth = new Plateau(20, 110, 0);
    Tally tally = new Tally();
    Rounds simulated = Rounds.normal(34);
    for (int i = 0; i < EXPERIMENTS; i++) {
      Scaling scaling = Scaling.of(data(simulated, truth::at));
      tally.add("chosen", scaling.curve() instanceof Plateau);
      if (scaling.plateau() != null && scaling.lambda().bounded()) {
        tally.add("bound", contains(scaling.plateau(), 110));
        tally.add("lambda", contains(scaling.lambda(), 20));
      }
    }
    assertThat(tally.percent("chosen")).isGreaterThan(90);
    assertThat(tally.percent("bound")).isBetween(92.0, 100.0);
    assertThat(tally.percent("lambda")).isBetween(92.0, 100.0);
  }

  private static ScalingData data(Rounds simulated, DoubleUnaryOperator truth) {
    Map<String, Double> truths = new TreeMap<>();
    Map<String, Double> noises = new TreeMap<>();
    for (int count : COUNTS) {
      truths.put("" + count, truth.applyAsDouble(count));
      noises.put("" + count, NOISE);
    }
    List<Observation> observations = new ArrayList<>();
    simulated
        .interleaved(3, truths, noises)
        .forEach(
            (count, figures) ->
                figures.forEach(
                    (round, figure) ->
                        observations.add(new Observation(round, Integer.parseInt(count), figure))));
    return ScalingData.of(observations);
  }

  /** Ends are rounded to four digits. */
  private static boolean contains(Estimate estimate, double truth) {
    return estimate.low() <= truth * 1.001
        && (estimate.high() == null || truth * 0.999 <= estimate.high());
  }

  private static final class Tally {
    private final Map<String, int[]> counts = new TreeMap<>();

    void add(String what, boolean hit) {
      int[] count = counts.computeIfAbsent(what, w -> new int[2]);
      count[0] += hit ? 1 : 0;
      count[1]++;
    }

    double percent(String what) {
      int[] count = counts.get(what);
      return 100.0 * count[0] / count[1];
    }
  }
}
