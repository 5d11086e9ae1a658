package dev.scalelab.operator.search;

import dev.scalelab.operator.api.SearchNote;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the highest load at which every objective is met, in spite of noise: a probe at a low load,
 * levels on both sides of the limit, steps between them beside where the limit seems to be, and a
 * rising curve through all steps of the round. Its whole state is the steps measured so far, so a
 * restarted operator continues with it. Pure.
 */
public final class CapacitySearch {
  /** The first guess, as a fraction of the level at which a resource has no capacity left. */
  private static final double OF_THE_BOUND = 0.85;

  /** The first guess is no more than this many times the level that it was made at. */
  private static final double FURTHEST_GUESS = 12;

  /** The first guess, times the probe, if nothing shows what a transaction costs. */
  private static final double BLIND_GUESS = 1.5;

  /** A failure further above the probe than this is not bisected with it, but gone down from. */
  private static final double FAR_ABOVE_THE_PROBE = 2;

  /**
   * A round ends with a step above the estimate, which shows the peak and the bottleneck; of less
   * where the highest level is nearer.
   */
  private static final double OVERLOAD = 1.3;

  /** A failure this far above the estimate is an overload step already. */
  static final double OVERLOADED = 1.2;

  /** A pass and a failure this close leave so little between them that the overload is known. */
  private static final double NEARLY_CLOSE = 1.15;

  /** Steps at each of the two last levels, where an objective is flat. */
  private static final int FLAT_COUNT = 2;

  private final SearchRange range;
  private final SearchStart start;
  private final List<SearchStep> steps;
  private final Levels levels;
  private final Aim aim;
  private final Curve curve;

  /** The first step at a load at which nothing waits; null without one. */
  private final SearchStep probe;

  private final List<SearchNote> notes = new ArrayList<>();

  /** What to do next: measure another level, or nothing more in this round. */
  public sealed interface Next permits Measure, Done {}

  /**
   * Measure a level.
   *
   * @param whole with a window of the full length, since the answer depends on it
   * @param overload a level above the capacity that is measured next in any case, so in the same
   *     run; null without one
   */
  public record Measure(double level, boolean whole, Double overload) implements Next {
    public Measure(double level, boolean whole) {
      this(level, whole, null);
    }
  }

  /** The round has its result. */
  public record Done(SearchOutcome outcome) implements Next {}

  private CapacitySearch(SearchRange range, SearchStart start, List<SearchStep> steps) {
    this.range = range;
    this.start = start;
    this.steps = steps;
    this.levels = new Levels(steps, steps.size() < range.maxSteps());
    this.aim = new Aim(start.factor(), range.tolerance());
    this.curve = new Curve(steps, levels);
    this.probe =
        start.probes(range)
            ? steps.stream()
                .filter(step -> step.level() <= start.probe(range))
                .findFirst()
                .orElse(null)
            : null;
  }

  /**
   * The next step of a round.
   *
   * @param range where to search
   * @param start what is known before the round
   * @param steps the valid steps of the round so far, in their order
   */
  public static Next next(SearchRange range, SearchStart start, List<SearchStep> steps) {
    return new CapacitySearch(range, start, steps).next();
  }

  private Next next() {
    if (probe == null && start.probes(range) && steps.size() < range.maxSteps()) {
      return new Measure(start.probe(range), false);
    }
    if (steps.isEmpty()) {
      return whole(start.level());
    }
    List<Level> contradicting = levels.contradicting();
    for (Level level : contradicting) {
      if (level.count() == 1) {
        return whole(level.level());
      }
    }
    if (!contradicting.isEmpty()) {
      notes.add(SearchNote.NON_MONOTONIC);
    }
    Level passed = levels.highestPassed();
    Level failed = levels.lowestFailed(passed);
    if (steps.size() >= range.maxSteps()) {
      notes.add(SearchNote.NOT_CONVERGED);
      return done(passed, failed);
    }
    if (failed == null) {
      return passed.level() >= range.max() ? atMax(passed) : higher(passed);
    }
    if (passed == null) {
      return failed.level() <= range.min() ? atMin(failed) : lower(failed);
    }
    boolean wide = failed.level() > FAR_ABOVE_THE_PROBE * passed.level();
    return wide && isProbe(passed) ? lowerThanTheGuess(passed, failed) : between(passed, failed);
  }

  /** Nothing has failed yet. */
  private Next higher(Level passed) {
    return steps.size() == 1 && probe != null
        ? whole(Math.max(guess(), passed.level() * start.factor()))
        : further(aim.above(passed, moves(true)), passed, true);
  }

  /** Near the capacity, by what the probe has shown and by what was known before. */
  private double guess() {
    Double bound = probe.boundLevel();
    if (!start.known()) {
      return bound == null
          ? BLIND_GUESS * probe.level()
          : Math.min(OF_THE_BOUND * bound, FURTHEST_GUESS * probe.level());
    }
    // Users have no such bound: a few may keep a resource busy if they do not pause.
    double shown =
        bound == null || range.grid() > 0
            ? start.level()
            : Math.sqrt(start.level() * OF_THE_BOUND * bound);
    return Math.max(
        start.level() / start.factor(), Math.min(start.level() * start.factor(), shown));
  }

  /** Nothing has passed yet. */
  private Next lower(Level failed) {
    return further(aim.below(failed, moves(false)), failed, false);
  }

  /** Only the probe has passed, which is far below. */
  private Next lowerThanTheGuess(Level passed, Level failed) {
    if (failed.ambiguous()) {
      return whole(failed.level());
    }
    double next = aim.below(failed, moves(false));
    return next > passed.level() ? further(next, failed, false) : between(passed, failed);
  }

  private boolean isProbe(Level level) {
    return probe != null && level.level() == probe.level();
  }

  /**
   * How often the load was moved in one direction without coming near the limit; where it is known,
   * how often it was moved at all.
   */
  private int moves(boolean up) {
    return start.isNear()
        ? levels.count()
        : Math.max(1, levels.far(up, probe == null ? 0 : probe.level()));
  }

  /** The grid must not keep a search at one level. */
  private Next further(double level, Level from, boolean up) {
    double next = range.onGrid(level);
    double moved =
        next == from.level()
            ? range.onGrid(from.level() + (up ? 1 : -1) * Math.max(1, range.grid()))
            : next;
    return start.isNear() && levels.count() == 1 ? withOverload(moved) : whole(moved);
  }

  private Next atMax(Level passed) {
    if (passed.ambiguous() || !passed.whole()) {
      return whole(passed.level());
    }
    notes.add(SearchNote.NOT_SATURATED);
    return new Done(new SearchOutcome(range.max(), false, notes));
  }

  private Next atMin(Level failed) {
    if (failed.ambiguous() || !failed.whole()) {
      return whole(failed.level());
    }
    notes.add(SearchNote.BELOW_MIN);
    return new Done(new SearchOutcome(null, true, notes));
  }

  private Next between(Level passed, Level failed) {
    if (!range.isClose(passed.level(), failed.level())) {
      double middle = range.onGrid(aim.between(passed, failed));
      if (middle > passed.level() && middle < failed.level()) {
        return failed.level() <= NEARLY_CLOSE * passed.level()
            ? withOverload(middle)
            : whole(middle);
      }
    }
    if (passed.ambiguous() && !isClose(levels.passedBelow(passed), passed)) {
      return withOverload(passed.level());
    }
    if (failed.ambiguous() && !isClose(failed, levels.failedAbove(failed))) {
      return withOverload(failed.level());
    }
    for (Level level : List.of(passed, failed)) {
      if (!level.whole() || curve.isFlat() && level.count() < FLAT_COUNT) {
        return withOverload(level.level());
      }
    }
    if (curve.isFlat()) {
      notes.add(SearchNote.FLAT_OBJECTIVE);
    }
    return done(passed, failed);
  }

  /**
   * Whether the search would end just as well if the ambiguous one of them was on the other side.
   */
  private boolean isClose(Level low, Level high) {
    return low != null && high != null && range.isClose(low.level(), high.level());
  }

  private Next done(Level passed, Level failed) {
    if (passed == null || failed == null) {
      return new Done(
          new SearchOutcome(passed == null ? null : passed.level(), failed != null, notes));
    }
    double estimate = curve.limit(passed, failed);
    return isOverloaded(estimate) || steps.size() >= range.maxSteps()
        ? new Done(new SearchOutcome(estimate, true, notes))
        : whole(OVERLOAD * estimate);
  }

  /** Whether a step was clearly above a capacity, or at the highest level. */
  private boolean isOverloaded(double capacity) {
    double enough = Math.min(range.onGrid(OVERLOAD * capacity), OVERLOADED * capacity);
    return steps.stream().anyMatch(step -> step.whole() && step.level() >= enough);
  }

  /**
   * A step after which the capacity will be known to a few percent, with the step above it if there
   * was none: in one run both need one reset of the dataset and one audit.
   */
  private Measure withOverload(double level) {
    double overload = range.onGrid(OVERLOAD * level);
    return isOverloaded(level) || overload <= level || steps.size() + 1 >= range.maxSteps()
        ? whole(level)
        : new Measure(range.onGrid(level), true, overload);
  }

  private Measure whole(double level) {
    return new Measure(range.onGrid(level), true);
  }
}
