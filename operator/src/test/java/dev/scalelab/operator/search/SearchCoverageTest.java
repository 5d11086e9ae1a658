package dev.scalelab.operator.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.analysis.Intervals;
import dev.scalelab.operator.analysis.LogInterval;
import dev.scalelab.operator.measurement.Rounding;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How many of a thousand simulated experiments have an interval that contains the capacity that
 * their rounds searched for.
 */
class SearchCoverageTest {
  private static final int EXPERIMENTS = 1000;

  @ParameterizedTest(name = "{0}, {1} rounds")
  @CsvSource({
    // rounds, busy at the limit, noise of a window, disturbed windows, users together
    "steep, 3, 0.9, 0.10, 0, 0",
    "steep, 5, 0.9, 0.10, 0, 0",
    "steep and disturbed, 3, 0.9, 0.10, 0.08, 0",
    "middling, 3, 0.8, 0.10, 0, 0",
    "middling and noisy, 3, 0.8, 0.20, 0, 0",
    "flat, 3, 0.6, 0.10, 0, 0",
    "flat, 5, 0.6, 0.10, 0, 0",
    "of users, 3, 0.8, 0.10, 0, 1"
  })
  void ofASearchedCapacity(
      String kind, int rounds, double utilization, double noise, double disturbed, int together) {
    SearchRange range = new SearchRange(1, 1000, 0.05, together, 20);
    Random random = new Random(33);
    int inside = 0;
    for (int i = 0; i < EXPERIMENTS; i++) {
      double capacity = Math.exp(Math.log(20) + random.nextDouble() * Math.log(25));
      SimulatedSystem system =
          new SimulatedSystem(random.nextLong(), capacity, utilization, noise, disturbed);
      SearchStart start =
          i % 2 == 0
              ? SearchStart.unknown()
              : SearchStart.predicted(capacity * Math.exp(0.15 * random.nextGaussian()));
      LogInterval interval =
          interval(system.search(range, start, rounds, new ArrayList<SearchStep>()));
      inside += interval.low() <= capacity && capacity <= interval.high() ? 1 : 0;
    }
    assertThat(100.0 * inside / EXPERIMENTS).as("coverage in percent").isBetween(92.0, 98.0);
  }

  /** As of the figures in a trial's result. */
  private static LogInterval interval(List<Double> rounds) {
    return Intervals.of(rounds.stream().map(level -> Math.log(Rounding.three(level))).toList())
        .orElseThrow();
  }
}
