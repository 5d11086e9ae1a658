package dev.scalelab.operator.search;

import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The levels that a round has measured so far, and which of them bound the capacity. Pure. */
final class Levels {
  /** A level that passed this far above one that failed is not noise. */
  static final double INVERTED = 1.1;

  private final NavigableMap<Double, Level> all = new TreeMap<>();
  private final Level firstFailed;

  /** A level that passed clearly above one that failed: both are repeated once. */
  private final Level inverted;

  /**
   * @param steps the valid steps of the round so far
   * @param repeats whether a step is left to repeat what contradicts
   */
  Levels(List<SearchStep> steps, boolean repeats) {
    steps.forEach(step -> all.merge(step.level(), Level.of(step), Level::and));
    this.firstFailed = first(all, level -> !level.passed());
    this.inverted =
        firstFailed == null || !repeats
            ? null
            : first(all.tailMap(firstFailed.level() * INVERTED), Level::passed);
  }

  int count() {
    return all.size();
  }

  /** The failure and the pass above it that contradict each other; empty without them. */
  List<Level> contradicting() {
    return inverted == null ? List.of() : List.of(firstFailed, inverted);
  }

  /**
   * Whether a contradiction stands although both levels were repeated: the lowest failure counts,
   * and nothing above it does.
   */
  boolean nonMonotonic() {
    return inverted != null && firstFailed.count() > 1 && inverted.count() > 1;
  }

  /** The highest level that passed; null without one. */
  Level highestPassed() {
    return first(
        nonMonotonic()
            ? all.headMap(firstFailed.level(), false).descendingMap()
            : all.descendingMap(),
        Level::passed);
  }

  /** The lowest level that failed, above one that passed if there is one; null without one. */
  Level lowestFailed(Level passed) {
    return nonMonotonic() || passed == null
        ? firstFailed
        : first(all.tailMap(passed.level()), level -> !level.passed());
  }

  /** The highest level below one that passed that passed too; null without one. */
  Level passedBelow(Level passed) {
    return first(all.headMap(passed.level(), false).descendingMap(), Level::passed);
  }

  /** The lowest level above one that failed that failed too; null without one. */
  Level failedAbove(Level failed) {
    return first(all.tailMap(failed.level(), false), level -> !level.passed());
  }

  /** How many levels passed, or failed, by too much to show how far away the limit is. */
  int far(boolean passed, double withoutLevel) {
    return (int)
        all.values().stream()
            .filter(level -> level.passed() == passed && level.far())
            .filter(level -> level.level() != withoutLevel)
            .count();
  }

  /** Null without one. */
  private static Level first(SortedMap<Double, Level> levels, Predicate<Level> condition) {
    return levels.values().stream().filter(condition).findFirst().orElse(null);
  }
}
