package dev.scalelab.operator.search;

/**
 * All steps of a round at one level.
 *
 * @param level arrivals per second, or users
 * @param count number of steps
 * @param weight length of their windows in seconds
 * @param sum of their excess, each times the length of its window
 * @param whole whether one of them had a window of the full length
 */
record Level(double level, int count, double weight, double sum, boolean whole) {
  /** An excess closer to 0 than this may be chance. */
  private static final double AMBIGUOUS = 0.1;

  /** From here on the excess may be cut off, so that it does not show how far away the limit is. */
  private static final double FAR = 0.99;

  static Level of(SearchStep step) {
    return new Level(step.level(), 1, step.seconds(), step.seconds() * step.excess(), step.whole());
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

  /** Whether a second step may decide otherwise. */
  boolean ambiguous() {
    return count == 1 && Math.abs(excess()) < AMBIGUOUS;
  }

  /** Whether the limit is so far away that its distance is not known. */
  boolean far() {
    return Math.abs(excess()) >= FAR;
  }
}
