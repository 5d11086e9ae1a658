package dev.scalelab.operator.report;

import static java.time.temporal.ChronoUnit.MINUTES;

import dev.scalelab.operator.api.PauseStatus;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.SweepOrder;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Schedule;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
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
 * When an experiment will probably end. It changes when a load begins or ends, or is late. Pure.
 */
final class Estimate {
  /** Time to create and remove database and servers, with images already on the node. */
  private static final long TESTBED_SECONDS = 60;

  /** Time that a run takes in addition to its steps: the dataset's reset and the audit. */
  static final long RESET_SECONDS = 10;

  private final Plan plan;
  private final Map<String, ScalabilityTrialStatus> trials;

  /** The runs of each trial, by its name. */
  private final Map<String, List<TimedRun>> runs;

  private final Schedule schedule;
  private final PauseStatus pauses;

  /** When runs, trials and the latest pause ended. */
  private final NavigableSet<Instant> ends;

  /** When the first trial succeeded, whose runs are no longer kept; null before. */
  private final Instant firstForgotten;

  private Estimate(Schedule schedule, PauseStatus pauses, Instant now) {
    this.plan = schedule.plan();
    this.trials = schedule.statuses();
    this.runs = new LinkedHashMap<>();
    trials.forEach(
        (name, trial) -> runs.put(name, trial.runs().stream().map(TimedRun::of).toList()));
    this.schedule = schedule;
    this.pauses = pauses;
    this.ends =
        Stream.of(
                known().filter(run -> !run.running()).map(TimedRun::end),
                trials.values().stream()
                    .map(ScalabilityTrialStatus::completionTime)
                    .filter(Objects::nonNull)
                    .map(Instant::parse),
                endOf(pauses, now))
            .flatMap(times -> times)
            .filter(Objects::nonNull)
            .collect(Collectors.toCollection(TreeSet::new));
    this.firstForgotten =
        trials.values().stream()
            .filter(trial -> trial.phase() == Phase.SUCCEEDED)
            .map(trial -> Instant.parse(trial.completionTime()))
            .min(Comparator.naturalOrder())
            .orElse(null);
  }

  /** The runs of all trials. */
  private Stream<TimedRun> known() {
    return runs.values().stream().flatMap(List::stream);
  }

  /** A pause that has begun and not ended is about to end. */
  private static Stream<Instant> endOf(PauseStatus pauses, Instant now) {
    if (pauses == null) {
      return Stream.empty();
    }
    return pauses.since() != null
        ? Stream.of(now)
        : Stream.ofNullable(pauses.ended()).map(Instant::parse);
  }

  /**
   * The end of the last trial: that of the last run or pause, or the begin of the current load,
   * plus the rest of the plan. A testbed takes a minute and the maximum warm-up or, once some were
   * ready, the median of what these took; a run takes as long as its steps or, in the same way, as
   * much more or less as others did. Medians, of two the lower, because the first testbed may have
   * pulled images, and another one may have been suspended. If this time has passed: the next full
   * minute. Null before the first trial.
   *
   * @param pauses the experiment's pauses; null without one
   */
  static String completion(Schedule schedule, PauseStatus pauses, Instant now) {
    return new Estimate(schedule, pauses, now)
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
    SearchPace pace = new SearchPace(schedule, runs, pauses, measuredResets(), testbed);
    double seconds = 0;
    for (Configuration configuration : plan.configurations()) {
      if (!schedule.finished(configuration)) {
        seconds += testbeds(configuration) * testbed.orElse(plannedTestbedSeconds(configuration));
        seconds +=
            configuration.load().searches()
                ? pace.seconds(configuration)
                : runsSeconds(configuration, runFactor * configuration.load().runSeconds());
      }
    }
    return from(start).plusSeconds(Math.round(seconds));
  }

  /** The latest of what is known: the begin of the current load, or the end of what was before. */
  private Instant from(Instant start) {
    Instant end = ends.isEmpty() ? start : ends.last();
    return known()
        .filter(TimedRun::loading)
        .map(TimedRun::begin)
        .filter(begin -> begin.isAfter(end))
        .findFirst()
        .orElse(end);
  }

  /** Of the runs that are left, without the reset of one whose load has begun. */
  private double runsSeconds(Configuration configuration, double ofSteps) {
    int left = configuration.repetitions() - schedule.rounds(configuration);
    int resets = runs(configuration).stream().anyMatch(TimedRun::loading) ? left - 1 : left;
    return left * ofSteps + resets * RESET_SECONDS;
  }

  /** The testbeds that are still to come: of each round, or one if all rounds follow each other. */
  private int testbeds(Configuration configuration) {
    int left = configuration.repetitions() - schedule.rounds(configuration);
    int needed = plan.spec().sweep().order() == SweepOrder.LISTED ? Math.min(left, 1) : left;
    return hasTestbed(configuration) ? Math.max(0, needed - 1) : needed;
  }

  /** Whether the next run, or the current one, has its servers. */
  private boolean hasTestbed(Configuration configuration) {
    List<TimedRun> begun =
        runs(configuration).stream().filter(run -> !run.running() || run.loading()).toList();
    if (begun.isEmpty()) {
      return false;
    }
    TimedRun last = begun.get(begun.size() - 1);
    return last.loading()
        || last.valid()
            && trials.get(configuration.name()).testbedReadyTime() != null
            && (plan.spec().sweep().order() == SweepOrder.LISTED
                || configuration.load().searches()
                    && last.round() > schedule.rounds(configuration));
  }

  private static long plannedTestbedSeconds(Configuration configuration) {
    return TESTBED_SECONDS + configuration.load().warmUp().maxSeconds();
  }

  /** The seconds before each load that began on new servers, since what was before ended. */
  private DoubleStream measuredTestbeds(Instant start) {
    DoubleStream ofRuns =
        begins(false)
            .mapToDouble(
                begin -> TimedRun.seconds(before(begin).orElse(start), begin) - RESET_SECONDS)
            .map(seconds -> Math.max(0, seconds));
    return DoubleStream.concat(ofRuns, forgottenTestbeds());
  }

  private DoubleStream forgottenTestbeds() {
    return forgotten(schedule, pauses)
        .filter(trial -> trial.testbedReadyTime() != null)
        .mapToDouble(
            trial ->
                TimedRun.seconds(
                    Instant.parse(trial.startTime()), Instant.parse(trial.testbedReadyTime())));
  }

  /**
   * The trials that have succeeded and whose runs are not kept, if nothing else was measured and
   * nothing paused while they ran: one testbed was all that they needed.
   *
   * @param pauses the experiment's pauses; null without one
   */
  static Stream<ScalabilityTrialStatus> forgotten(Schedule schedule, PauseStatus pauses) {
    return schedule.plan().spec().sweep().order() != SweepOrder.LISTED || pauses != null
        ? Stream.empty()
        : schedule.statuses().values().stream()
            .filter(trial -> trial.phase() == Phase.SUCCEEDED && trial.runs().isEmpty());
  }

  /** The seconds before each load that began on the servers of the run before. */
  private OptionalDouble measuredResets() {
    return median(
        begins(true).mapToDouble(begin -> TimedRun.seconds(before(begin).orElseThrow(), begin)));
  }

  /** When loads began, whose servers had been used by another run, or had not. */
  private Stream<Instant> begins(boolean used) {
    return plan.configurations().stream()
        .map(this::runs)
        .flatMap(
            runs ->
                IntStream.range(0, runs.size())
                    .filter(index -> runs.get(index).begin() != null)
                    .filter(index -> used == (index > 0 && follows(runs, index)))
                    .mapToObj(index -> runs.get(index).begin())
                    .filter(this::knowsWhatWasBefore));
  }

  /** Servers are new for the first run of each round, after an invalid run, and after a pause. */
  private boolean follows(List<TimedRun> runs, int index) {
    TimedRun previous = runs.get(index - 1);
    TimedRun run = runs.get(index);
    boolean sameRound =
        plan.spec().sweep().order() == SweepOrder.LISTED
            || previous.round() > 0 && previous.round() == run.round();
    return sameRound && previous.valid() && previous.end().equals(ends.lower(run.begin()));
  }

  /** Unknown runs of the trials that have succeeded may have ended before it. */
  private boolean knowsWhatWasBefore(Instant begin) {
    return firstForgotten == null || begin.isAfter(firstForgotten);
  }

  /** Of each valid run of given loads how long it took, as part of what was planned. */
  private DoubleStream measuredRuns() {
    return plan.configurations().stream()
        .filter(configuration -> !configuration.load().searches())
        .flatMapToDouble(
            configuration ->
                runs(configuration).stream()
                    .filter(run -> run.valid() && run.begin() != null)
                    .mapToDouble(run -> run.loadSeconds() / configuration.load().runSeconds()));
  }

  private List<TimedRun> runs(Configuration configuration) {
    return runs.getOrDefault(configuration.name(), List.of());
  }

  /** The last time before this one at which a run, a trial or a pause ended. */
  private Optional<Instant> before(Instant begin) {
    return Optional.ofNullable(ends.lower(begin));
  }

  private static OptionalDouble median(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    return sorted.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(sorted[(sorted.length - 1) / 2]);
  }
}
