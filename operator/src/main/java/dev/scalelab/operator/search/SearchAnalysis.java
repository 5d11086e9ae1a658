package dev.scalelab.operator.search;

import dev.scalelab.operator.analysis.OverRuns;
import dev.scalelab.operator.api.ResponseTimes;
import dev.scalelab.operator.api.RoundFigures;
import dev.scalelab.operator.api.RoundFiguresBuilder;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.SearchNote;
import dev.scalelab.operator.api.SearchResult;
import dev.scalelab.operator.api.SearchRound;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.TrialResult;
import dev.scalelab.operator.api.TrialResultBuilder;
import dev.scalelab.operator.measurement.Rounding;
import dev.scalelab.operator.measurement.StepMeasurement;
import dev.scalelab.operator.measurement.UnsteadySteps;
import dev.scalelab.operator.plan.Configuration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The figures of a trial whose capacity was searched for. Every round has one: its capacity, its
 * peak, and the step that is reported, the highest one that met every objective. That is the first
 * step of its run: the one after it is an overload step. Pure.
 */
public final class SearchAnalysis {
  private final Configuration configuration;
  private final ScalabilityTrialStatus status;
  private final List<Round> rounds;

  /**
   * One round: its result, its valid runs, those that count, and the one whose step is reported.
   */
  private record Round(
      SearchRound found, List<RunResult> all, List<RunResult> runs, RunResult reported) {
    StepResult step() {
      return reported.steps().get(0);
    }

    double peak() {
      return allOf(all).mapToDouble(StepResult::mixPerSecond).max().orElseThrow();
    }

    /** All steps that count, those of overload included. */
    Stream<StepResult> steps() {
      return allOf(runs);
    }

    private static Stream<StepResult> allOf(List<RunResult> runs) {
      return runs.stream().flatMap(run -> run.steps().stream());
    }
  }

  /**
   * @param status its whole status: every round has ended
   */
  public SearchAnalysis(Configuration configuration, ScalabilityTrialStatus status) {
    this.configuration = configuration;
    this.status = status;
    this.rounds = status.searched().stream().map(this::round).toList();
  }

  private Round round(SearchRound found) {
    List<RunResult> all = RoundSearch.ofRound(status.runs(), found.round()).toList();
    List<RunResult> counted = Warming.counted(all, configuration.spec().objectives());
    List<RunResult> runs = counted.isEmpty() ? all : counted; // of the version before
    Comparator<RunResult> byLevel = Comparator.comparingDouble(SearchAnalysis::level);
    RunResult reported =
        runs.stream()
            .filter(run -> counts(found, run) && RoundSearch.isWhole(run, configuration.load()))
            .max(byLevel)
            .or(() -> runs.stream().filter(run -> counts(found, run)).max(byLevel))
            .or(() -> runs.stream().min(byLevel))
            .orElseThrow();
    return new Round(found, all, runs, reported);
  }

  /** Whether a run passed at a level up to the capacity, rather than clearly above a failure. */
  private boolean counts(SearchRound found, RunResult run) {
    return found.level() != null && passed(run) && level(run) < found.level() * Levels.INVERTED;
  }

  private static double level(RunResult run) {
    return run.steps().get(0).target().load();
  }

  private boolean passed(RunResult run) {
    return Excess.of(run.steps().get(0), configuration.spec().objectives()) <= 0;
  }

  /** The runs whose response times are reported: one for each round. */
  public List<RunResult> reported() {
    return rounds.stream().map(Round::reported).toList();
  }

  /**
   * The figures.
   *
   * @param times response times of the reported runs, from their merged histograms
   */
  public TrialResult result(ResponseTimes times) {
    List<StepResult> steps = rounds.stream().map(Round::step).toList();
    long completed = steps.stream().mapToLong(step -> step.counts().completed()).sum();
    long failed = steps.stream().mapToLong(step -> step.counts().failed()).sum();
    List<Double> capacities = rounds.stream().map(this::capacity).filter(Objects::nonNull).toList();
    boolean found = 2 * capacities.size() > rounds.size();
    return TrialResultBuilder.builder()
        .peakPerSecond(OverRuns.spread(rounds.stream().map(this::peak).toList()))
        .capacityPerSecond(found ? OverRuns.spread(capacities) : null)
        .saturated(rounds.stream().allMatch(round -> round.found().saturated()))
        .requestsPerSecond(
            Rounding.two(
                steps.stream().mapToDouble(StepResult::requestsPerSecond).average().orElseThrow()))
        .meanMillis(times.meanMillis())
        .p50Millis(times.p50Millis())
        .p90Millis(times.p90Millis())
        .p95Millis(times.p95Millis())
        .p99Millis(times.p99Millis())
        .sentP95Millis(times.sentP95Millis())
        .errorPercent(Rounding.two(StepMeasurement.errorPercent(completed, failed)))
        .hostCpuPercent(OverRuns.hostCpuPercent(steps))
        .partitions(OverRuns.partitions(steps))
        .peakReached(rounds.stream().allMatch(this::peakReached))
        .runs(rounds.size())
        .rounds(rounds.stream().map(this::figures).toList())
        .search(search())
        .build();
  }

  private RoundFigures figures(Round round) {
    Double capacity = capacity(round);
    ResponseTimes times = round.step().responseTimes();
    return RoundFiguresBuilder.builder()
        .round(round.found().round())
        .peakPerSecond(Rounding.three(peak(round)))
        .capacityPerSecond(capacity == null ? null : Rounding.three(capacity))
        .meanMillis(times.meanMillis())
        .p95Millis(times.p95Millis())
        .completed(round.step().counts().completed())
        .unsteady(UnsteadySteps.of(round.reported(), round.step()).orElse(null))
        .build();
  }

  private SearchResult search() {
    OptionalDouble resolution = Resolution.percent(rounds.stream().map(this::steps).toList());
    OptionalDouble level = WarmStart.level(status);
    List<SearchNote> notes =
        new ArrayList<>(
            rounds.stream().flatMap(round -> round.found().notes().stream()).distinct().toList());
    int tolerance = configuration.load().search().tolerancePercent();
    // Longer steps do not help where the objective does not depend on the load.
    boolean noisy = resolution.orElse(0) > tolerance && !notes.contains(SearchNote.FLAT_OBJECTIVE);
    boolean few =
        level.isPresent()
            && 100.0 * RoundSearch.grid(configuration) > tolerance * level.getAsDouble();
    if (noisy || few) {
      notes.add(SearchNote.TOLERANCE_NOT_SHOWN);
    }
    return new SearchResult(
        configuration.load().search().model(),
        Rounding.three(level),
        confirmed(),
        (int) rounds.stream().flatMap(round -> Round.allOf(round.all())).count(),
        notes.isEmpty() ? null : notes,
        hostFullFrom(),
        Rounding.two(resolution),
        Rounding.three(
            rounds.stream().mapToDouble(round -> level(round.reported())).average().orElseThrow()));
  }

  private List<SearchStep> steps(Round round) {
    return round.runs().stream().flatMap(run -> RoundSearch.stepsOf(run, configuration)).toList();
  }

  /** The lowest level that filled a host; null if none did. */
  private Double hostFullFrom() {
    Map<Double, List<StepResult>> levels =
        rounds.stream()
            .flatMap(Round::steps)
            .collect(
                Collectors.groupingBy(
                    step -> step.target().load(), TreeMap::new, Collectors.toList()));
    return levels.entrySet().stream()
        .filter(level -> OverRuns.hostFull(level.getValue()))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(null);
  }

  /** Whether a step was clearly above the capacity, or fell short of its rate. */
  private boolean peakReached(Round round) {
    Double level = round.found().level();
    return round
        .steps()
        .anyMatch(
            step ->
                level == null
                    || step.target().load() >= CapacitySearch.OVERLOADED * level
                    || step.target().missedBy(step.throughputPerSecond()));
  }

  /** The peak is no less than the capacity, which is between two steps. */
  private double peak(Round round) {
    Double capacity = capacity(round);
    return capacity == null ? round.peak() : Math.max(round.peak(), capacity);
  }

  /**
   * Throughput at the round's capacity, per second: of an open load the rate; of a closed one
   * interpolated between the steps next to it, in logarithms. Null without a capacity.
   */
  private Double capacity(Round round) {
    Double level = round.found().level();
    if (level == null || !configuration.load().closedModel()) {
      return level;
    }
    TreeMap<Double, Double> throughput = new TreeMap<>();
    round
        .steps()
        .forEach(
            step ->
                throughput.merge(
                    step.target().load(), step.throughputPerSecond(), (a, b) -> (a + b) / 2));
    var below = throughput.floorEntry(level);
    var above = throughput.ceilingEntry(level);
    if (below == null || above == null || below.getKey().equals(above.getKey())) {
      return (below == null ? above : below).getValue();
    }
    double part = Math.log(level / below.getKey()) / Math.log(above.getKey() / below.getKey());
    return Math.exp(Math.log(below.getValue()) * (1 - part) + Math.log(above.getValue()) * part);
  }

  /**
   * The highest level that passed in each round that tried it; with several rounds, in at least
   * two. Null without one.
   */
  private Double confirmed() {
    TreeMap<Double, int[]> passes = new TreeMap<>();
    for (Round round : rounds) {
      for (RunResult run : round.runs()) {
        if (!passed(run) || counts(round.found(), run)) {
          int[] counts = passes.computeIfAbsent(level(run), level -> new int[2]);
          counts[passed(run) ? 0 : 1]++;
        }
      }
    }
    // A level below one that passed would have passed too, if it had been tried.
    int needed = Math.min(2, rounds.size());
    return passes.descendingKeySet().stream()
        .filter(level -> passes.get(level)[1] == 0 && passedAt(level) >= needed)
        .findFirst()
        .orElse(null);
  }

  /** Rounds in which this level or a higher one passed. */
  private long passedAt(double level) {
    return rounds.stream().filter(round -> passed(round, level)).count();
  }

  private boolean passed(Round round, double level) {
    return round.runs().stream().anyMatch(run -> counts(round.found(), run) && level(run) >= level);
  }
}
