package dev.scalelab.operator.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How exactly the steps of a search show the load at which an objective is missed. */
class ResolutionTest {
  private static final SearchRange RANGE = new SearchRange(1, 1000, 0.05, 0, 20);
  private static final int SYSTEMS = 300;

  /**
   * Searches of systems whose windows have this noise, with a tolerance of 5 %. Where the response
   * time rises by 9 % for each percent of load, noise of 10 % moves the limit by 1 %.
   */
  @ParameterizedTest(name = "utilization {0}, noise {1}: {2} to {3} %")
  @CsvSource({
    // busy at the limit, noise, from, to, fewest and most that show no 5 %
    "0.9, 0.02, 0.2, 1.5, 0, 0",
    "0.9, 0.10, 0.8, 2.5, 0, 10",
    "0.8, 0.10, 2.0, 4.0, 0, 30",
    "0.9, 0.30, 4.0, 9.0, 120, 300",
    "0.6, 0.10, 4.0, 9.0, 150, 300"
  })
  void itFollowsFromTheNoiseOfWindowsAndTheSteepnessOfTheObjective(
      double utilization, double noise, double from, double to, int fewest, int most) {
    List<Double> found = searches(utilization, noise);

    assertThat(found.get(found.size() / 2)).as("the median").isBetween(from, to);
    assertThat(found.stream().filter(percent -> percent > 5).count())
        .isBetween((long) fewest, (long) most);
  }

  @Test
  void aFewStepsShowNothing() {
    assertThat(Resolution.percent(List.of(List.of(step(95, -0.1), step(100, 0.1), step(97, 0)))))
        .isEmpty();
  }

  /** As of a full CPU, where queues grow without end: the recorded search of the report's tests. */
  @Test
  void stepsThatJumpOverTheLimitShowNothing() {
    assertThat(
            Resolution.percent(
                List.of(
                    List.of(
                        step(10, Math.log(0.466)),
                        step(15, Math.log(10.1)),
                        step(12.25, Math.log(9.9)),
                        step(11.07, Math.log(4.37)),
                        step(10, Math.log(0.064)),
                        step(13.64, Math.log(7.2))))))
        .isEmpty();
  }

  /** The response time does not depend on the load, except by chance. */
  @Test
  void aFlatObjectiveShowsNoLimit() {
    List<SearchStep> flat =
        List.of(step(100, -0.2), step(102, 0.2), step(104, -0.2), step(106, 0.2), step(108, -0.18));

    assertThat(Resolution.percent(List.of(flat)).orElseThrow()).isEqualTo(100);
  }

  /** Servers of another round are faster or slower, and that is no noise of a step. */
  @Test
  void eachRoundHasItsOwnHeight() {
    List<SearchStep> one = List.of(step(95, -0.2), step(100, 0.1), step(105, 0.4));
    List<SearchStep> faster = List.of(step(95, -0.5), step(100, -0.2), step(105, 0.1));

    assertThat(Resolution.percent(List.of(one, faster)).orElseThrow()).isLessThan(0.5);
  }

  private static List<Double> searches(double utilization, double noise) {
    Random random = new Random(33);
    List<Double> found = new ArrayList<>();
    for (int i = 0; i < SYSTEMS; i++) {
      double capacity = Math.exp(Math.log(10) + random.nextDouble() * Math.log(50));
      SimulatedSystem system =
          new SimulatedSystem(random.nextLong(), capacity, utilization, noise, 0);
      SearchStart start = SearchStart.predicted(capacity * Math.exp(0.15 * random.nextGaussian()));
      List<List<SearchStep>> rounds = new ArrayList<>();
      for (int round = 0; round < 3; round++) {
        List<SearchStep> steps = new ArrayList<>();
        start = SearchStart.measured(system.search(RANGE, start, steps).level(), 0.05);
        rounds.add(steps);
      }
      OptionalDouble percent = Resolution.percent(rounds);
      percent.ifPresent(found::add);
    }
    assertThat(found).hasSizeGreaterThan(SYSTEMS * 9 / 10);
    return found.stream().sorted().toList();
  }

  private static SearchStep step(double level, double excess) {
    return new SearchStep(level, excess, 45, true, null);
  }
}
