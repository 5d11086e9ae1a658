package dev.scalelab.operator.search;

import dev.scalelab.operator.api.SearchNote;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Finds the highest load at which every objective is met, in spite of noise: brackets it, bisects
 * in the logarithm of the load, repeats what is ambiguous, and fits a rising curve through all
 * steps of the round. Its whole state is the steps measured so far, so a restarted operator
 * continues with it. Pure.
 */
public final class CapacitySearch {
  /** An excess closer to 0 than this is decided by a second step. */
  private static final double AMBIGUOUS = 0.1;

  /** The first guess, as a fraction of the level at which a resource has no capacity left. */
  private static final double OF_THE_BOUND = 0.85;

  /** The first guess is no more than this many times the level that it was made at. */
  private static final double FURTHEST_GUESS = 12;

  /**
   * A round ends with a step above the estimate, which shows the peak and the bottleneck; of less
   * where the highest level is nearer.
   */
  private static final double OVERLOAD = 1.3;

  /** A failure this far above the estimate is an overload step already. */
  static final double OVERLOADED = 1.2;

  /** A level that passed this far above one that failed is not noise. */
  static final double INVERTED = 1.1;

  /** Below this slope of the excess, an objective hardly depends on the load. */
  private static final double FLAT_SLOPE = 3;

  /** Steps at each of the two last levels, where an objective is flat. */
  private static final int FLAT_COUNT = 2;

  private static final double WIDEST_FACTOR = 2;

  private final SearchRange range;
  private final SearchStart start;
  private final List<SearchStep> steps;
  private final NavigableMap<Double, Level> levels = new TreeMap<>();
  private final Level firstFailed;

  /** A level that passed clearly above one that failed: both are repeated once. */
  private final Level inverted;

  private final List<SearchNote> notes = new ArrayList<>();

  /** All steps of a round at one level. */
  private record Level(double level, int count, double weight, double sum, boolean whole) {
    static Level of(SearchStep step) {
      return new Level(
          step.level(), 1, step.seconds(), step.seconds() * step.excess(), step.whole());
    }

    Level and(Level other) {
      return new Level(
          level, count + other.count, weight + other.weight, sum + other.sum, whole || other.whole);
    }

    double excess() {
      return sum / weight;
    }

    boolean passed() {
      return excess() <= 0;
    }

    boolean ambiguous() {
      return count == 1 && Math.abs(excess()) < AMBIGUOUS;
    }
  }

  /** What to do next: measure another level, or nothing more in this round. */
  public sealed interface Next permits Measure, Done {}

  /**
   * Measure a level.
   *
   * @param whole with a window of the full length, since the answer depends on it
   */
  public record Measure(double level, boolean whole) implements Next {}

  /** The round has its result. */
  public record Done(SearchOutcome outcome) implements Next {}

  private CapacitySearch(SearchRange range, SearchStart start, List<SearchStep> steps) {
    this.range = range;
    this.start = start;
    this.steps = steps;
    steps.forEach(step -> levels.merge(step.level(), Level.of(step), Level::and));
    this.firstFailed = first(levels, level -> !level.passed());
    this.inverted = inverted();
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
    if (steps.isEmpty()) {
      return start.known()
          ? whole(start.level())
          : new Measure(range.onGrid(start.probe(range)), false);
    }
    if (inverted != null) {
      for (Level level : List.of(firstFailed, inverted)) {
        if (level.count() == 1) {
          return whole(level.level());
        }
      }
      notes.add(SearchNote.NON_MONOTONIC);
    }
    Level passed = highestPassed();
    Level failed = lowestFailed(passed);
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
    return between(passed, failed);
  }

  /**
   * The first level that passed clearly above one that failed; null without one, or if no step is
   * left to repeat both.
   */
  private Level inverted() {
    return firstFailed == null || steps.size() >= range.maxSteps()
        ? null
        : first(levels.tailMap(firstFailed.level() * INVERTED), Level::passed);
  }

  /**
   * Whether an inversion stands although both levels were repeated: the lowest failure counts, and
   * nothing above it does.
   */
  private boolean nonMonotonic() {
    return inverted != null && firstFailed.count() > 1 && inverted.count() > 1;
  }

  private Level lowestFailed(Level passed) {
    return nonMonotonic() || passed == null
        ? firstFailed
        : first(levels.tailMap(passed.level()), level -> !level.passed());
  }

  private Level highestPassed() {
    return first(
        nonMonotonic()
            ? levels.headMap(firstFailed.level(), false).descendingMap()
            : levels.descendingMap(),
        Level::passed);
  }

  /** Null without one. */
  private static Level first(SortedMap<Double, Level> levels, Predicate<Level> condition) {
    return levels.values().stream().filter(condition).findFirst().orElse(null);
  }

  /** Nothing has failed yet. */
  private Next higher(Level passed) {
    if (steps.size() == 1 && !start.known() && steps.get(0).boundLevel() != null) {
      double guess = OF_THE_BOUND * steps.get(0).boundLevel();
      double level =
          Math.min(
              Math.max(guess, passed.level() * start.factor()), passed.level() * FURTHEST_GUESS);
      return new Measure(range.onGrid(level), false);
    }
    return further(passed.level() * growth(passes()), passed, true);
  }

  /** Nothing has passed yet. */
  private Next lower(Level failed) {
    return further(failed.level() / growth(levels.size()), failed, false);
  }

  /** The grid must not keep a search at one level. */
  private Next further(double level, Level from, boolean up) {
    double next = range.onGrid(level);
    if (next == from.level()) {
      next = range.onGrid(from.level() + (up ? 1 : -1) * Math.max(1, range.grid()));
    }
    // The first step from a known start is close to the capacity, and its result counts.
    return new Measure(next, start.known() && levels.size() == 1);
  }

  /** Levels that passed, without the probe, from which the first guess was made. */
  private int passes() {
    return Math.max(1, start.known() ? levels.size() : levels.size() - 1);
  }

  /** The factor of the nth move in one direction: g, its square, that one's square, up to 2. */
  private double growth(int moves) {
    return Math.min(WIDEST_FACTOR, Math.pow(start.factor(), Math.pow(2, Math.min(moves, 8) - 1)));
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
    for (Level level : List.of(passed, failed)) {
      if (level.ambiguous()) {
        return whole(level.level());
      }
    }
    if (!range.isClose(passed.level(), failed.level())) {
      double middle = range.onGrid(Math.sqrt(passed.level() * failed.level()));
      if (middle > passed.level() && middle < failed.level()) {
        return whole(middle);
      }
    }
    for (Level level : List.of(passed, failed)) {
      if (!level.whole() || isFlat() && level.count() < FLAT_COUNT) {
        return whole(level.level());
      }
    }
    if (isFlat()) {
      notes.add(SearchNote.FLAT_OBJECTIVE);
    }
    return done(passed, failed);
  }

  private Next done(Level passed, Level failed) {
    if (passed == null || failed == null) {
      return new Done(
          new SearchOutcome(passed == null ? null : passed.level(), failed != null, notes));
    }
    double estimate = estimate(passed, failed);
    double overload = range.onGrid(OVERLOAD * estimate);
    double enough = Math.min(overload, OVERLOADED * estimate);
    boolean overloaded = steps.stream().anyMatch(step -> step.whole() && step.level() >= enough);
    if (!overloaded && steps.size() < range.maxSteps()) {
      return whole(overload);
    }
    return new Done(new SearchOutcome(estimate, true, notes));
  }

  /**
   * A steep objective is curved, so the steps next to its limit count; one that is flat is nearly
   * straight, and its steps are so noisy that all of them are needed.
   */
  private double estimate(Level passed, Level failed) {
    if (nonMonotonic()) {
      return passed.level();
    }
    double root = new Isotonic(steps).root();
    if (isFlat()) {
      double ofLine = Line.through(steps).orElseThrow().root();
      root =
          ofLine > passed.level() / INVERTED && ofLine < failed.level() * INVERTED ? ofLine : root;
    }
    return Double.isNaN(root) ? passed.level() : root;
  }

  /** Whether the excess hardly rises with the load. */
  private boolean isFlat() {
    return Line.through(steps).map(line -> line.slope() < FLAT_SLOPE).orElse(false);
  }

  private Measure whole(double level) {
    return new Measure(range.onGrid(level), true);
  }
}
