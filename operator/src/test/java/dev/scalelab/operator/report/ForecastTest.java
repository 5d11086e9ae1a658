package dev.scalelab.operator.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.reconcile.Given;
import dev.scalelab.operator.support.Experiments;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Forecasts of the end while {@linkplain PlayedSchedule played schedules} go on. */
@Tag("simulation")
class ForecastTest {
  private static final int SCHEDULES = 100;

  /** Each has many more forecasts. */
  private static final int SEARCHES = 50;

  @ParameterizedTest(name = "{0}, {1} repetitions, steps of {2} s, suspended: {3}")
  @CsvSource({
    "Listed, 1, 60, false",
    "Listed, 3, 60, false",
    "Listed, 3, 20, false",
    "Interleaved, 2, 60, false",
    "Interleaved, 3, 20, false",
    "Shuffled, 3, 60, false",
    "Listed, 3, 60, true",
    "Interleaved, 3, 60, true"
  })
  void ofGivenLoadsIsWithinAFifthFromTheSecondConfigurationOn(
      String order, int repetitions, int seconds, boolean suspended) {
    String loads = "open: {rates: [10, 20, 40, 80, 120]}";
    assertThat(wrong(SCHEDULES, loads, order, repetitions, seconds, suspended)).isLessThan(0.01);
  }

  @ParameterizedTest(name = "{0}, {1} repetitions, steps of {2} s, suspended: {3}")
  @CsvSource({
    "Listed, 1, 60, false",
    "Listed, 3, 60, false",
    "Interleaved, 3, 60, false",
    "Interleaved, 3, 30, false",
    "Shuffled, 3, 60, false",
    "Interleaved, 3, 60, true",
    "Listed, 3, 60, true"
  })
  void ofASearchIsWithinAFifthFromTheSecondConfigurationOn(
      String order, int repetitions, int seconds, boolean suspended) {
    String loads = "open: null, search: {model: Open, min: 1, max: 400, tolerancePercent: 5}";
    assertThat(wrong(SEARCHES, loads, order, repetitions, seconds, suspended)).isLessThan(0.01);
  }

  /** The part of all forecasts that is wrong by more than a fifth of the whole duration. */
  private static double wrong(
      int schedules, String loads, String order, int repetitions, int seconds, boolean suspended) {
    List<Double> errors = new ArrayList<>();
    for (int seed = 1; seed <= schedules; seed++) {
      Random random = new Random(seed);
      Plan plan = plan(loads, order, repetitions, seconds, random.nextBoolean());
      errors.addAll(new PlayedSchedule(plan, random, suspended).errors());
    }
    assertThat(errors).hasSizeGreaterThan(schedules);
    return errors.stream().filter(error -> error > 0.2).count() / (double) errors.size();
  }

  private static Plan plan(
      String loads, String order, int repetitions, int seconds, boolean large) {
    return Planner.plan(
        "small",
        Experiments.with(
            Given.spec(),
            """
            {load: {repetitions: %d, step: {seconds: %d, settleSeconds: 5, rampSeconds: 2},
              %s, warmUp: {maxSeconds: 120}},
             sweep: {order: %s, replicas: %s}}
            """
                .formatted(
                    repetitions,
                    seconds,
                    loads,
                    order,
                    large ? "[1, 2, 3, 4, 6, 8]" : "[1, 2, 4]")));
  }
}
