package dev.scalelab.operator.analysis;

import static dev.scalelab.operator.analysis.Rounds.EXPERIMENTS;
import static dev.scalelab.operator.analysis.Rounds.all;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;

/** How many of a thousand simulated experiments have an interval that contains the truth. */
class IntervalCoverageTest {
  private static final double NOISE = 0.03;
  private static final List<String> TWO = List.of("base-1", "base-2");
  private static final List<String> FOUR = List.of("base-1", "base-2", "other-1", "other-2");

  @Test
  void ofASingleConfiguration() {
    for (int rounds : new int[] {2, 3, 5, 10}) {
      assertCovers(rounds + " rounds, normal", ofOne(Rounds.normal(1), rounds));
    }
    assertCovers("skewed", ofOne(Rounds.skewed(2), 3));
    assertCovers("heavy tails", ofOne(Rounds.heavyTailed(3), 3));
  }

  private static Supplier<Hit> ofOne(Rounds simulated, int rounds) {
    return () -> {
      RoundTable table = new RoundTable(Map.of("base-1", simulated.alone(50, NOISE, rounds)));
      return Hit.of(50, Intervals.of(table, "base-1").orElseThrow());
    };
  }

  @Test
  void ofSpeedUpsAndRatiosOfTwoConfigurations() {
    for (int rounds : new int[] {2, 3, 5}) {
      assertCovers(rounds + " rounds", ofRatio(Rounds.normal(4), TWO, rounds, NOISE));
    }
    assertCovers("skewed", ofRatio(Rounds.skewed(5), TWO, 3, NOISE));
    assertCovers("heavy tails", ofRatio(Rounds.heavyTailed(6), TWO, 3, NOISE));
  }

  @Test
  void ofRatiosAmongSeveralConfigurations() {
    for (int rounds : new int[] {2, 3, 5}) {
      assertCovers(rounds + " rounds", ofRatio(Rounds.normal(7), FOUR, rounds, NOISE));
    }
    assertCovers("skewed", ofRatio(Rounds.skewed(8), FOUR, 3, NOISE));
    assertCovers("heavy tails", ofRatio(Rounds.heavyTailed(9), FOUR, 3, NOISE));
  }

  @Test
  void ofAConfigurationThatIsFourTimesNoisierThanTheOthers() {
    assertThat(percent(ofRatio(Rounds.normal(10), FOUR, 3, 4 * NOISE)).covered())
        .isBetween(90.0, 98.0);
  }

  /** Of the second configuration against the first, which does half as much. */
  private static Supplier<Hit> ofRatio(
      Rounds simulated, List<String> names, int rounds, double noiseOfSecond) {
    Map<String, Double> truths = new LinkedHashMap<>(all(names, 100));
    truths.put(names.get(0), 50.0);
    Map<String, Double> noises = new LinkedHashMap<>(all(names, NOISE));
    noises.put(names.get(1), noiseOfSecond);
    return () -> {
      RoundTable table = new RoundTable(simulated.interleaved(rounds, truths, noises));
      Ratio ratio = Intervals.ratio(table, names.get(1), names.get(0)).orElseThrow();
      return Hit.of(2, ratio.interval());
    };
  }

  @Test
  void moreConfigurationsAndMoreRoundsNarrowIt() {
    double two = percent(ofRatio(Rounds.normal(11), TWO, 3, NOISE)).halfWidth();
    double four = percent(ofRatio(Rounds.normal(11), FOUR, 3, NOISE)).halfWidth();
    double five = percent(ofRatio(Rounds.normal(11), FOUR, 5, NOISE)).halfWidth();

    assertThat(two).as("percent, two configurations").isCloseTo(8.8, within(0.5));
    assertThat(four).as("four configurations").isCloseTo(6.9, within(0.5));
    assertThat(five).as("five rounds").isLessThan(four);
    assertThat(percent(ofOne(Rounds.normal(11), 3)).halfWidth()).isCloseTo(6.2, within(0.4));
    assertThat(percent(ofOne(Rounds.normal(11), 5)).halfWidth()).isCloseTo(3.4, within(0.2));
  }

  @Test
  void ofPercentiles() {
    for (int percentile : new int[] {50, 90, 95}) {
      assertCovers("p" + percentile, ofPercentile(Rounds.normal(12), percentile, 3, 1000));
    }
    assertCovers("p99", ofPercentile(Rounds.normal(41), 99, 3, 3000));
    assertCovers("five rounds", ofPercentile(Rounds.normal(13), 95, 5, 1000));
  }

  private static Supplier<Hit> ofPercentile(
      Rounds simulated, int percentile, int rounds, int count) {
    double spread = 0.5;
    double between = 0.06;
    double quantile =
        new NormalDistribution(null, 0, 1).inverseCumulativeProbability(percentile / 100.0);
    double truth = 40 * Math.exp(quantile * Math.hypot(spread, between));
    return () -> {
      List<double[]> times = new ArrayList<>();
      for (int round = 0; round < rounds; round++) {
        times.add(simulated.responseTimes(count, 40, between, spread));
      }
      List<Double> leavingOut =
          IntStream.range(0, rounds)
              .mapToObj(
                  left -> {
                    List<double[]> others = new ArrayList<>(times);
                    others.remove(left);
                    return percentile(others, percentile);
                  })
              .toList();
      return Hit.of(truth, Jackknife.of(percentile(times, percentile), leavingOut).orElseThrow());
    };
  }

  private static double percentile(List<double[]> rounds, int percentile) {
    double[] all = new double[rounds.size() * rounds.get(0).length];
    for (int round = 0; round < rounds.size(); round++) {
      double[] times = rounds.get(round);
      System.arraycopy(times, 0, all, round * times.length, times.length);
    }
    Arrays.sort(all); // quick, since each part is sorted
    return all[(int) Math.ceil(all.length * percentile / 100.0) - 1];
  }

  private record Hit(boolean inside, double halfWidth) {
    static Hit of(double truth, LogInterval interval) {
      boolean inside = interval.low() <= truth && truth <= interval.high();
      return new Hit(inside, interval.halfWidth());
    }
  }

  /** Both in percent; the half-width is the median one. */
  private record Coverage(double covered, double halfWidth) {}

  private static Coverage percent(Supplier<Hit> experiment) {
    int inside = 0;
    double[] widths = new double[EXPERIMENTS];
    for (int i = 0; i < EXPERIMENTS; i++) {
      Hit hit = experiment.get();
      inside += hit.inside() ? 1 : 0;
      widths[i] = hit.halfWidth();
    }
    Arrays.sort(widths);
    return new Coverage(100.0 * inside / EXPERIMENTS, 100 * widths[EXPERIMENTS / 2]);
  }

  private static void assertCovers(String what, Supplier<Hit> experiment) {
    Coverage coverage = percent(experiment);
    assertThat(coverage.covered()).as("coverage in percent, %s", what).isBetween(92.0, 98.0);
  }
}
