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
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
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

  /** When runs and trials ended. */
  private final NavigableSet<Instant> ends;

  /** When the first trial succeeded, whose runs are no longer kept; null before. */
  private final Instant firstForgotten;

  private Estimate(Schedule schedule) {
    this.plan = schedule.plan();
    this.trials = schedule.statuses();
    this.schedule = schedule;
    this.ends =
        trials.values().stream()
            .flatMap(Estimate::ends)
            .map(Instant::parse)
            .collect(Collectors.toCollection(TreeSet::new));
    this.firstForgotten =
        trials.values().stream()
            .filter(trial -> trial.phase() == Phase.SUCCEEDED)
            .map(trial -> Instant.parse(trial.completionTime()))
            .min(Comparator.naturalOrder())
            .orElse(null);
  }

  private static Stream<String> ends(ScalabilityTrialStatus trial) {
    return Stream.concat(
            Stream.ofNullable(trial.completionTime()),
            trial.runs().stream()
                .filter(run -> run.phase() != RunPhase.RUNNING)
                .map(RunResult::finishedAt))
        .filter(Objects::nonNull);
  }

  /**
   * The end of the last trial: that of the last run, plus the rest of the plan. A testbed takes a
   * minute and the maximum warm-up or, once some were ready, the median of what these took; a run
   * takes as long as its steps or, in the same way, as much more or less as others did. Medians, of
   * two the lower, because the first testbed may have pulled images, and another one may have been
   * suspended. If this time has passed: the next full minute. Null before the first trial.
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
    OptionalDouble testbed = median(measuredTestbeds(start));
    double runFactor = median(measuredRuns()).orElse(1);
    double seconds = 0;
    for (Configuration trial : plan.configurations()) {
      if (!schedule.finished(trial)) {
        int done = schedule.rounds(trial);
        int testbeds = testbeds(trial.repetitions()) - testbeds(done);
        seconds += testbeds * testbed.orElse(plannedTestbedSeconds(trial));
        seconds +=
            (trial.repetitions() - done) * (RESET_SECONDS + runFactor * trial.load().runSeconds());
      }
    }
    return (ends.isEmpty() ? start : ends.last()).plusSeconds(Math.round(seconds));
  }

  /** A trial's first runs have each its own testbed, unless all follow each other. */
  private int testbeds(int runs) {
    return plan.spec().sweep().order() == SweepOrder.LISTED ? Math.min(runs, 1) : runs;
  }

  private static long plannedTestbedSeconds(Configuration trial) {
    return TESTBED_SECONDS + trial.load().warmUp().maxSeconds();
  }

  /**
   * The seconds before each load that began on a testbed of its own, since the last run or trial
   * ended.
   */
  private DoubleStream measuredTestbeds(Instant start) {
    return plan.configurations().stream()
        .flatMapToDouble(
            trial ->
                ownTestbeds(runs(trial))
                    .filter(this::knowsWhatWasBefore)
                    .mapToDouble(begin -> seconds(before(begin, start), begin) - RESET_SECONDS)
                    .map(seconds -> Math.max(0, seconds)));
  }

  /** When loads began on new servers: they are new for the first run and after an invalid one. */
  private Stream<Instant> ownTestbeds(List<RunResult> runs) {
    return IntStream.range(0, runs.size())
        .filter(
            index ->
                index == 0
                    || plan.spec().sweep().order() != SweepOrder.LISTED
                    || !valid(runs.get(index - 1)))
        .mapToObj(runs::get)
        .map(RunResult::startedAt)
        .filter(Objects::nonNull)
        .map(Instant::parse);
  }

  /** Unknown runs of the trials that have succeeded may have ended before it. */
  private boolean knowsWhatWasBefore(Instant begin) {
    return firstForgotten == null || begin.isAfter(firstForgotten);
  }

  /** Of each valid run how long it took, as part of what was planned. */
  private DoubleStream measuredRuns() {
    return plan.configurations().stream()
        .flatMapToDouble(
            trial ->
                runs(trial).stream()
                    .filter(run -> valid(run) && run.startedAt() != null)
                    .mapToDouble(
                        run ->
                            seconds(Instant.parse(run.startedAt()), Instant.parse(run.finishedAt()))
                                / trial.load().runSeconds()));
  }

  private List<RunResult> runs(Configuration trial) {
    ScalabilityTrialStatus status = trials.get(trial.name());
    return status == null ? List.of() : status.runs();
  }

  private static double seconds(Instant from, Instant to) {
    return Duration.between(from, to).toMillis() / 1000.0;
  }

  /** The last time before this one at which a run or a trial ended. */
  private Instant before(Instant begin, Instant start) {
    Instant end = ends.lower(begin);
    return end == null ? start : end;
  }

  private static OptionalDouble median(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    return sorted.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(sorted[(sorted.length - 1) / 2]);
  }

  private static boolean valid(RunResult run) {
    return run.phase() == RunPhase.VALID;
  }
}
