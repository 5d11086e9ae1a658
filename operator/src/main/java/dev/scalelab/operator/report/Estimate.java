package dev.scalelab.operator.report;

import static java.time.temporal.ChronoUnit.MINUTES;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.SweepOrder;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * When an experiment will probably end. It changes when a run or a trial ends, or is late. Pure.
 */
final class Estimate {
  /** Time to create and remove database and servers, with images already on the node. */
  private static final long TESTBED_SECONDS = 60;

  /** Time that a run takes in addition to its steps: the dataset's reset and the audit. */
  private static final long RESET_SECONDS = 10;

  private final Plan plan;
  private final Map<String, ScalabilityTrialStatus> trials;
  private final Schedule schedule;

  private Estimate(Schedule schedule) {
    this.plan = schedule.plan();
    this.trials = schedule.statuses();
    this.schedule = schedule;
  }

  /**
   * The end of the last trial: that of the last run, plus the rest of the plan. Runs take as long
   * as their steps; testbeds take a minute and the maximum warm-up or, after the first valid run,
   * as much more or less as those of valid runs took. If this time has passed: the next full
   * minute. Null before the first trial.
   */
  static String completion(Schedule schedule, Instant now) {
    return new Estimate(schedule)
        .completion()
        .map(end -> end.isAfter(now) ? end : now.truncatedTo(MINUTES).plus(1, MINUTES))
        .map(Instant::toString)
        .orElse(null);
  }

  private Optional<Instant> completion() {
    return trials.values().stream()
        .map(ScalabilityTrialStatus::startTime)
        .filter(Objects::nonNull)
        .map(Instant::parse)
        .min(Comparator.naturalOrder())
        .map(this::completion);
  }

  private Instant completion(Instant start) {
    Planned measured = Planned.NOTHING;
    Planned left = Planned.NOTHING;
    for (Configuration trial : plan.configurations()) {
      Planned done = planned(trial, schedule.rounds(trial));
      measured = measured.plus(done);
      if (!schedule.finished(trial)) {
        left = left.plus(planned(trial, trial.repetitions()).minus(done));
      }
    }
    double slowness =
        measured.testbedSeconds() == 0
            ? 1
            : testbedSeconds(start, measured.runSeconds()) / (double) measured.testbedSeconds();
    Instant last =
        latest(ends(run -> run.phase() != RunPhase.RUNNING, trial -> true)).orElse(start);
    return last.plusSeconds(left.runSeconds() + Math.round(slowness * left.testbedSeconds()));
  }

  /** Time that the testbeds of valid runs took: the rest of the time up to the last of these. */
  private long testbedSeconds(Instant start, long runSeconds) {
    Instant last = latest(ends(Estimate::valid, trial -> !failed(trial))).orElse(start);
    long lost =
        trials.values().stream()
            .flatMap(Estimate::lost)
            .filter(period -> !period.to().isAfter(last))
            .mapToLong(Period::seconds)
            .sum();
    return Math.max(0, new Period(start, last).seconds() - runSeconds - lost);
  }

  /** Periods without a valid run: of a failed trial, and of invalid runs. */
  private static Stream<Period> lost(ScalabilityTrialStatus trial) {
    return failed(trial) && trial.runs().stream().noneMatch(Estimate::valid)
        ? Period.of(trial.startTime(), trial.completionTime())
        : trial.runs().stream()
            .filter(run -> run.phase() == RunPhase.INVALID)
            .flatMap(run -> Period.of(run.startedAt(), run.finishedAt()));
  }

  private record Period(Instant from, Instant to) {
    static Stream<Period> of(String from, String to) {
      return from == null || to == null
          ? Stream.empty()
          : Stream.of(new Period(Instant.parse(from), Instant.parse(to)));
    }

    long seconds() {
      return Duration.between(from, to).toSeconds();
    }
  }

  /** A part of the plan, in seconds. */
  private record Planned(long testbedSeconds, long runSeconds) {
    static final Planned NOTHING = new Planned(0, 0);

    Planned plus(Planned other) {
      return new Planned(testbedSeconds + other.testbedSeconds, runSeconds + other.runSeconds);
    }

    Planned minus(Planned other) {
      return new Planned(testbedSeconds - other.testbedSeconds, runSeconds - other.runSeconds);
    }
  }

  /** A trial's first runs; each has its own testbed, unless all follow each other. */
  private Planned planned(Configuration trial, int runs) {
    int testbeds = plan.spec().sweep().order() == SweepOrder.LISTED ? Math.min(runs, 1) : runs;
    return new Planned(
        testbeds * (TESTBED_SECONDS + trial.load().warmUp().maxSeconds()),
        (long) runs * (RESET_SECONDS + trial.load().runSeconds()));
  }

  private Stream<String> ends(
      Predicate<RunResult> runs, Predicate<ScalabilityTrialStatus> ofTrials) {
    return trials.values().stream()
        .flatMap(
            trial ->
                Stream.concat(
                    ofTrials.test(trial) ? Stream.ofNullable(trial.completionTime()) : Stream.of(),
                    trial.runs().stream().filter(runs).map(RunResult::finishedAt)))
        .filter(Objects::nonNull);
  }

  private static Optional<Instant> latest(Stream<String> times) {
    return times.map(Instant::parse).max(Comparator.naturalOrder());
  }

  private static boolean failed(ScalabilityTrialStatus trial) {
    return trial.phase() == Phase.FAILED;
  }

  private static boolean valid(RunResult run) {
    return run.phase() == RunPhase.VALID;
  }
}
