package dev.scalelab.operator.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.plan.Schedule;
import dev.scalelab.operator.reconcile.Given;
import dev.scalelab.operator.support.Experiments;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Forecasts of the end while played schedules go on. In them the first testbed takes up to two
 * minutes more for images and databases, more servers take longer, warm-ups end early, runs take
 * their steps and a few seconds, and some are invalid and repeated.
 */
class ForecastTest {
  private static final Instant START = Instant.parse("2026-01-01T12:00:00Z");
  private static final int SCHEDULES = 200;

  /**
   * Of a forecast, from the load of the second configuration on: the part of the whole duration by
   * which it is wrong.
   */
  private record Error(double part, String schedule) {}

  @ParameterizedTest(name = "{0}, {1} repetitions, steps of {2} s")
  @CsvSource({
    "Listed, 1, 60",
    "Listed, 3, 60",
    "Listed, 3, 20",
    "Interleaved, 2, 60",
    "Interleaved, 3, 20",
    "Shuffled, 3, 60"
  })
  void isWithinAFifthFromTheSecondConfigurationOn(String order, int repetitions, int seconds) {
    List<Error> errors = new ArrayList<>();
    for (int seed = 1; seed <= SCHEDULES; seed++) {
      errors.addAll(new Played(order, repetitions, seconds, new Random(seed), seed).errors());
    }
    List<Error> large = errors.stream().filter(error -> error.part() > 0.2).toList();
    assertThat(large.size() / (double) errors.size())
        .as("%d of %d, for example %s", large.size(), errors.size(), large.stream().findFirst())
        .isLessThan(0.01);
  }

  private static final class Played {
    private final Random random;
    private final int seed;
    private final Plan plan;
    private final Map<String, ScalabilityTrialStatus> trials = new LinkedHashMap<>();
    private final Map<Instant, Instant> forecasts = new LinkedHashMap<>();
    private final double warmUp;
    private final double testbed;
    private Instant now = START;
    private Configuration deployed;

    Played(String order, int repetitions, int seconds, Random random, int seed) {
      this.random = random;
      this.seed = seed;
      this.plan =
          Planner.plan(
              "small",
              Experiments.with(
                  Given.spec(),
                  """
                  {load: {repetitions: %d, step: {seconds: %d, settleSeconds: 5, rampSeconds: 2},
                    open: {rates: [10, 20, 40, 80, 120]}, warmUp: {maxSeconds: 120}},
                   sweep: {order: %s, replicas: %s}}
                  """
                      .formatted(
                          repetitions,
                          seconds,
                          order,
                          random.nextBoolean() ? "[1, 2, 4]" : "[1, 2, 3, 4, 6, 8]")));
      this.warmUp = 15 + random.nextInt(100);
      this.testbed = 15 + random.nextInt(60);
    }

    List<Error> errors() {
      for (Optional<Configuration> next = next(); next.isPresent(); next = next()) {
        run(next.get());
      }
      double whole = Duration.between(START, now).toSeconds();
      return forecasts.values().stream()
          .map(end -> Math.abs(Duration.between(end, now).toSeconds()) / whole)
          .map(part -> new Error(part, "seed " + seed))
          .toList();
    }

    private Optional<Configuration> next() {
      return new Schedule(plan, trials).next();
    }

    private void run(Configuration trial) {
      boolean first = trials.isEmpty();
      trials.putIfAbsent(trial.name(), ScalabilityTrialStatus.begun(now.toString()));
      if (deployed != trial) {
        double seconds =
            testbed + 3 * trial.replicas() + warmUp * (0.8 + 0.4 * random.nextDouble());
        pass(seconds + (first ? random.nextInt(120) : 0));
        deployed = trial;
      }
      String begin = now.toString();
      List<RunResult> running = new ArrayList<>(trials.get(trial.name()).runs());
      running.add(
          Experiments.begun(running.size() + 1)
              .collected(begin, null, List.of(), null, null, null));
      ScalabilityTrialStatus before =
          trials.put(trial.name(), trials.get(trial.name()).withRuns(running, null));
      forecast();
      trials.put(trial.name(), before);
      boolean valid = random.nextInt(20) > 0;
      pass(5 + random.nextInt(10) + trial.load().runSeconds() * (valid ? 1 : random.nextDouble()));
      ScalabilityTrialStatus status = trials.get(trial.name());
      List<RunResult> runs = new ArrayList<>(status.runs());
      runs.add(
          Experiments.begun(runs.size() + 1)
              .collected(begin, now.toString(), List.of(), null, null, null)
              .ended(valid ? RunPhase.VALID : RunPhase.INVALID, null, null, now.toString()));
      status = status.withRuns(runs, null);
      if (!valid) {
        deployed = null; // its servers are recreated
      }
      long done = runs.stream().filter(run -> run.phase() == RunPhase.VALID).count();
      trials.put(
          trial.name(),
          done < trial.repetitions()
              ? status
              : status
                  .ended(
                      Phase.SUCCEEDED,
                      null,
                      null,
                      now.toString(),
                      Given.succeeded(60, (int) done).result())
                  .summary(images -> images));
      forecast();
    }

    private void pass(double seconds) {
      now = now.plusMillis(Math.round(1000 * seconds));
    }

    /** From the load of the second configuration on. */
    private void forecast() {
      if (trials.size() > 1) {
        forecasts.put(now, Instant.parse(Estimate.completion(new Schedule(plan, trials), now)));
      }
    }
  }
}
