package dev.scalelab.operator.search;

import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.LoadSpec;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.SearchNote;
import dev.scalelab.operator.api.SearchRound;
import dev.scalelab.operator.api.SearchSpec;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepTarget;
import dev.scalelab.operator.api.TierUse;
import dev.scalelab.operator.measurement.Rounding;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Ladder;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.platform.Tier;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The current round of a trial's search, as far as its recorded runs show it: each has a level, and
 * one of them the overload step after it. Pure.
 */
public final class RoundSearch {
  /** A step that only shows where to go on has this fraction of the window. */
  private static final double SHORT = 1.0 / 3;

  /** With less, there are too few samples of the servers. */
  private static final int MIN_WINDOW_SECONDS = 15;

  /** Steps of a round, at most. */
  private static final int MAX_STEPS = 20;

  /** Steps that are kept for each round that follows. */
  private static final int STEPS_OF_A_LATER_ROUND = 5;

  /** Below this utilization a resource's share of background work is too large. */
  private static final double MIN_UTILIZATION = 0.02;

  private final Configuration configuration;
  private final ScalabilityTrialStatus status;
  private final SearchSpec search;
  private final int round;

  /**
   * @param status the trial's whole status, with the steps of its runs
   */
  public RoundSearch(Configuration configuration, ScalabilityTrialStatus status) {
    this.configuration = configuration;
    this.status = status;
    this.search = configuration.load().search();
    this.round = status.searched().size() + 1;
  }

  /** What comes next: exactly one of the two is not null. */
  public record Next(RunPlan run, SearchRound ended) {}

  /**
   * The next run, or the round's result.
   *
   * @param start what was known before the round
   */
  public Next next(SearchStart start) {
    List<RunResult> runs = ofRound(status.runs(), round).toList();
    List<SearchStep> steps =
        Warming.counted(runs, configuration.spec().objectives()).stream()
            .flatMap(run -> stepsOf(run, configuration))
            .toList();
    SearchRange range = range(steps.size());
    Optional<RunResult> again = Warming.again(runs, configuration.spec().objectives());
    if (again.isPresent() && steps.size() < range.maxSteps()) {
      double level = again.get().steps().get(0).target().load();
      return new Next(
          run(new CapacitySearch.Measure(level, isWhole(again.get(), configuration.load()))), null);
    }
    CapacitySearch.Next next = CapacitySearch.next(range, start, steps);
    if (next instanceof CapacitySearch.Measure measure) {
      return new Next(run(measure), null);
    }
    SearchOutcome outcome = ((CapacitySearch.Done) next).outcome();
    Double level = outcome.level() == null ? null : (Double) Rounding.three(outcome.level());
    return new Next(null, new SearchRound(round, level, outcome.saturated(), outcome.notes()));
  }

  /**
   * What a round has found that is ended before its time: the highest load that met every objective
   * is less than the capacity. Empty without one.
   */
  public Optional<SearchRound> endedEarly() {
    return ofRound(status.runs(), round)
        .flatMap(run -> stepsOf(run, configuration))
        .filter(step -> step.excess() <= 0)
        .map(SearchStep::level)
        .max(Comparator.naturalOrder())
        .map(level -> new SearchRound(round, level, false, List.of(SearchNote.ENDED_EARLY)));
  }

  /**
   * @param done number of steps of the round so far that count
   */
  private SearchRange range(int done) {
    int left = Planner.maxRuns(configuration) - planned(status);
    int later = STEPS_OF_A_LATER_ROUND * (configuration.repetitions() - round);
    int steps = Math.min(MAX_STEPS, done + left - later);
    return new SearchRange(
        search.min(),
        search.max(),
        search.tolerancePercent() / 100.0,
        grid(configuration),
        Math.max(1, steps));
  }

  /** Number of steps in a trial's runs, invalid ones included: they fill its resource. */
  private static int planned(ScalabilityTrialStatus status) {
    return status.runs().stream().mapToInt(run -> run.plan().steps().size()).sum();
  }

  /** Whether a run still fits into a trial's resource. */
  public static boolean fits(
      Configuration configuration, ScalabilityTrialStatus status, RunPlan next) {
    return planned(status) + next.steps().size() <= Planner.maxRuns(configuration);
  }

  /** Levels are multiples of this: users are whole numbers; 0 of rates. */
  static int grid(Configuration configuration) {
    return configuration.load().search().closed() ? configuration.workload().usersTogether() : 0;
  }

  private RunPlan run(CapacitySearch.Measure measure) {
    LoadSpec load = configuration.load();
    int window = load.step().measuredSeconds();
    int brief = Math.min(window, Math.max(MIN_WINDOW_SECONDS, (int) (SHORT * window)));
    List<StepTarget> targets =
        Stream.of(measure.level(), measure.overload())
            .filter(Objects::nonNull)
            .map(this::target)
            .toList();
    return Ladder.run(
        configuration,
        status,
        round,
        targets,
        load.step().settleSeconds() + (measure.whole() ? window : brief));
  }

  private StepTarget target(double level) {
    return search.closed() ? StepTarget.ofUsers((int) level) : StepTarget.ofRate(level);
  }

  /** The valid runs of a round, in their order. */
  static Stream<RunResult> ofRound(List<RunResult> runs, int round) {
    return runs.stream()
        .filter(run -> run.phase() == RunPhase.VALID)
        .filter(run -> run.plan().repetition() == round);
  }

  /**
   * Whether a search ignores a valid run, whose load it has measured again or will: it failed while
   * the servers were cold.
   */
  public static boolean ignores(
      Configuration configuration, ScalabilityTrialStatus status, RunResult run) {
    return configuration.load().searches()
        && Warming.ignored(
            ofRound(status.runs(), run.plan().repetition()).toList(),
            run,
            configuration.spec().objectives());
  }

  /** What the steps of a run show. */
  static Stream<SearchStep> stepsOf(RunResult run, Configuration configuration) {
    return run.steps().stream().map(step -> shown(run, step, configuration));
  }

  /**
   * An overload step that passed, or whose servers were cold, does not show the peak: it only shows
   * where to go on.
   */
  private static SearchStep shown(RunResult run, StepResult step, Configuration configuration) {
    OptionalDouble busiest = utilization(step.evidence());
    double excess = Excess.of(step, configuration.spec().objectives());
    boolean asMeant = step.step() == 1 || excess > 0 && !Warming.compiling(step);
    return new SearchStep(
        step.target().load(),
        excess,
        step.window().seconds(),
        asMeant && isWhole(run, configuration.load()),
        busiest.isPresent() ? (Double) (step.target().load() / busiest.getAsDouble()) : null);
  }

  /** Whether a run's step has the full length; settling, which may be doubled, does not count. */
  static boolean isWhole(RunResult run, LoadSpec load) {
    return run.plan().measuredSeconds() >= load.step().measuredSeconds();
  }

  /** Utilization of the busiest tier, or of the hosts, from 0 to 1; empty without evidence. */
  private static OptionalDouble utilization(Evidence evidence) {
    if (evidence == null) {
      return OptionalDouble.empty();
    }
    Stream<Double> tiers =
        evidence.tiers() == null
            ? Stream.empty()
            : evidence.tiers().stream().filter(RoundSearch::isLimited).map(RoundSearch::used);
    Stream<Double> hosts = Stream.ofNullable(evidence.hostCpuPercent()).map(cpu -> cpu / 100);
    return Stream.concat(tiers, hosts)
        .mapToDouble(Double::doubleValue)
        .map(used -> Math.max(used, MIN_UTILIZATION))
        .max();
  }

  private static boolean isLimited(TierUse tier) {
    return !tier.tier().equals(Tier.LOAD.label())
        && tier.cpuCores() != null
        && tier.cpuLimitCores() != null
        && tier.cpuLimitCores() > 0;
  }

  private static double used(TierUse tier) {
    return tier.cpuCores() / tier.cpuLimitCores();
  }
}
