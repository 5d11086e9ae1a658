package dev.scalelab.operator.report;

import static java.time.temporal.ChronoUnit.MINUTES;

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
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * When an experiment will probably end. It changes when a run or a trial ends, or is late. Pure.
 */
final class Estimate {
  /** Time to create and remove database and servers, with images already on the node. */
  private static final long TESTBED_SECONDS = 60;

  /** Time between two runs on the same servers: the dataset's reset, and the first's audit. */
  private static final long RESET_SECONDS = 15;

  private final Plan plan;
  private final Map<String, ScalabilityTrialStatus> trials;
  private final Schedule schedule;

  private Estimate(Plan plan, Map<String, ScalabilityTrialStatus> trials) {
    this.plan = plan;
    this.trials = trials;
    this.schedule = new Schedule(plan, trials);
  }

  /**
   * The end of the last trial: the rest of the plan after the last run. Runs take as long as their
   * steps; testbeds a minute and the maximum warm-up, scaled by how long those of valid runs have
   * taken so far. One that has passed moves on to the next full minute. Null before the first
   * trial.
   */
  static String completion(Plan plan, Map<String, ScalabilityTrialStatus> trials, Instant now) {
    return new Estimate(plan, trials)
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
    Set<Configuration> skipped = schedule.skipped().keySet();
    Planned measured = Planned.NOTHING;
    Planned left = Planned.NOTHING;
    for (Configuration trial : plan.configurations()) {
      Planned done = planned(trial, schedule.validRuns(trial));
      measured = measured.plus(done);
      if (!schedule.ended(trial) && !skipped.contains(trial)) {
        left = left.plus(planned(trial, trial.repetitions()).minus(done));
      }
    }
    Instant lastValid = lastEnd(Estimate::valid).orElse(start);
    long testbeds =
        Math.max(0, Duration.between(start, lastValid).toSeconds() - measured.runSeconds());
    double slowness =
        measured.testbedSeconds() == 0 ? 1 : testbeds / (double) measured.testbedSeconds();
    return lastEnd(run -> true)
        .orElse(start)
        .plusSeconds(left.runSeconds() + Math.round(slowness * left.testbedSeconds()));
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

  private Optional<Instant> lastEnd(Predicate<RunResult> which) {
    return trials.values().stream()
        .flatMap(
            trial ->
                Stream.concat(
                    Stream.ofNullable(trial.completionTime()),
                    trial.runs().stream().filter(which).map(RunResult::finishedAt)))
        .filter(Objects::nonNull)
        .map(Instant::parse)
        .max(Comparator.naturalOrder());
  }

  private static boolean valid(RunResult run) {
    return run.phase() == RunPhase.VALID;
  }
}
