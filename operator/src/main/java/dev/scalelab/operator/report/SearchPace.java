package dev.scalelab.operator.report;

import dev.scalelab.operator.api.PauseStatus;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Schedule;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * How long the searches of a plan still take: the steps that rounds usually need, corrected by what
 * those of this experiment needed, times what its steps took. Pure.
 */
final class SearchPace {
  /**
   * Steps of the very first round: nothing is known. As of simulated systems, overload included.
   */
  private static final double OF_THE_FIRST_ROUND = 6.8;

  /** Steps of another configuration's first round, which begins where its neighbour suggests. */
  private static final double OF_A_FIRST_ROUND = 6.2;

  /** Steps of a later round, which begins where the one before ended. */
  private static final double OF_A_LATER_ROUND = 4.6;

  /** By this part of a step a probe is shorter. */
  private static final double OF_A_PROBE = 0.5;

  /** What is usual counts as much as this many steps that were measured. */
  private static final double USUAL_STEPS = 30;

  /** The planned length of a step counts as much as this many that were measured. */
  private static final double PLANNED_STEPS = 3;

  private final Plan plan;
  private final Map<String, ScalabilityTrialStatus> trials;
  private final Map<String, List<TimedRun>> runs;
  private final OptionalDouble testbed;

  /** When the first trial began: its first round had nothing to go by. */
  private final String start;

  /**
   * Of the valid runs that are known, how long each load took, as part of what was planned: a probe
   * is shorter than the steps that follow.
   */
  private final double[] loads;

  /** Seconds between two loads on the same servers. */
  private final double reset;

  /** What a load took in trials whose runs are not kept; empty if not known. */
  private final OptionalDouble forgotten;

  /** Steps that the rounds so far needed, as part of what is usual. */
  private final double factor;

  /**
   * @param runs of each trial, by its name
   * @param reset measured seconds between two loads on the same servers; empty before there were
   * @param testbed measured seconds of a testbed; empty before there was one
   */
  SearchPace(
      Schedule schedule,
      Map<String, List<TimedRun>> runs,
      PauseStatus pauses,
      OptionalDouble reset,
      OptionalDouble testbed) {
    this.plan = schedule.plan();
    this.trials = schedule.statuses();
    this.runs = runs;
    this.testbed = testbed;
    this.reset = reset.orElse(Estimate.RESET_SECONDS);
    this.start =
        trials.values().stream()
            .map(ScalabilityTrialStatus::startTime)
            .filter(Objects::nonNull)
            .min(Comparator.naturalOrder())
            .orElse(null);
    this.loads =
        runs.values().stream()
            .flatMap(List::stream)
            .filter(run -> run.valid() && run.begin() != null)
            .filter(run -> run.run().plan() != null)
            .mapToDouble(run -> run.loadSeconds() / run.run().plan().seconds())
            .toArray();
    this.forgotten = forgotten(Estimate.forgotten(schedule, pauses));
    this.factor = factor();
  }

  /** The seconds that the steps of a trial still take, those before each load included. */
  double seconds(Configuration configuration) {
    boolean loading = runs(configuration).anyMatch(TimedRun::loading);
    boolean probe = done(configuration) == 0 && runs(configuration).noneMatch(TimedRun::valid);
    double load = loadSeconds(configuration);
    double steps = steps(configuration);
    double resets = Math.max(0, steps - overloads(configuration) - (loading ? 1 : 0));
    return steps * load + resets * reset - (probe ? OF_A_PROBE * load : 0);
  }

  /** Overload steps that are left: each follows another step in its run, without a reset. */
  private int overloads(Configuration configuration) {
    int done = done(configuration);
    boolean measured =
        runs(configuration)
            .anyMatch(run -> run.valid() && run.round() == done + 1 && run.steps() > 1);
    return configuration.repetitions() - done - (measured ? 1 : 0);
  }

  /** Steps that are left: of a round that goes on for longer than is usual, one. */
  private double steps(Configuration configuration) {
    int done = done(configuration);
    int rounds = configuration.repetitions() - done;
    if (rounds <= 0) {
      return 0;
    }
    int measured =
        stepsOf(runs(configuration).filter(run -> run.valid() && run.round() == done + 1));
    return Math.max(1, factor * usual(configuration, done + 1) - measured)
        + (rounds - 1) * factor * OF_A_LATER_ROUND;
  }

  private double factor() {
    double measured = USUAL_STEPS;
    double usual = USUAL_STEPS;
    for (Configuration configuration : plan.configurations()) {
      int done = done(configuration);
      measured += done == 0 ? 0 : measured(configuration, done);
      for (int round = 1; round <= done; round++) {
        usual += usual(configuration, round);
      }
    }
    return measured / usual;
  }

  /** Steps of the rounds that have ended; the runs of a trial that has succeeded are not kept. */
  private double measured(Configuration configuration, int done) {
    ScalabilityTrialStatus status = trials.get(configuration.name());
    return hasEnded(status)
        ? status.result().search().steps()
        : stepsOf(runs(configuration).filter(run -> run.valid() && run.round() <= done));
  }

  private double usual(Configuration configuration, int round) {
    if (round > 1) {
      return OF_A_LATER_ROUND;
    }
    ScalabilityTrialStatus status = trials.get(configuration.name());
    return status != null && Objects.equals(status.startTime(), start)
        ? OF_THE_FIRST_ROUND
        : OF_A_FIRST_ROUND;
  }

  /** What a load takes: as planned, corrected by those that are known. */
  private double loadSeconds(Configuration configuration) {
    double planned = configuration.load().step().seconds();
    double before = forgotten.orElse(planned);
    return (PLANNED_STEPS * before + planned * DoubleStream.of(loads).sum())
        / (PLANNED_STEPS + loads.length);
  }

  /** What a load took in trials whose runs are not kept: from their whole duration. */
  private OptionalDouble forgotten(Stream<ScalabilityTrialStatus> forgotten) {
    return forgotten
        .filter(SearchPace::hasEnded)
        .mapToDouble(
            trial ->
                (TimedRun.seconds(
                            Instant.parse(trial.startTime()), Instant.parse(trial.completionTime()))
                        - testbed.orElse(0)
                        - reset * (trial.result().search().steps() - trial.searched().size()))
                    / (trial.result().search().steps() - OF_A_PROBE))
        .filter(seconds -> seconds > 0)
        .average();
  }

  private static boolean hasEnded(ScalabilityTrialStatus trial) {
    return trial.phase() == Phase.SUCCEEDED
        && trial.result() != null
        && trial.result().search() != null;
  }

  private int done(Configuration configuration) {
    ScalabilityTrialStatus status = trials.get(configuration.name());
    return status == null ? 0 : status.searched().size();
  }

  private Stream<TimedRun> runs(Configuration configuration) {
    return runs.getOrDefault(configuration.name(), List.of()).stream();
  }

  private static int stepsOf(Stream<TimedRun> runs) {
    return runs.mapToInt(TimedRun::steps).sum();
  }
}
