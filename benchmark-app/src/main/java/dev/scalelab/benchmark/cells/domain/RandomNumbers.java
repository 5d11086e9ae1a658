package dev.scalelab.benchmark.cells.domain;

/**
 * Pseudo-random numbers: George Marsaglia's xorshift of 64 bits. Each needs the one before it, so
 * that no compiler can leave any out, or draw them faster than their operations take one by one.
 */
public final class RandomNumbers {

  private long number;

  /**
   * The same seed gives the same numbers.
   *
   * @param seed any; 0, of which only zeros would follow, counts as 1
   */
  public RandomNumbers(long seed) {
    number = seed == 0 ? 1 : seed;
  }

  /** Draws so many, and returns the last of them. */
  public long draw(long count) {
    long drawn = number;
    for (long i = 0; i < count; i++) {
      drawn ^= drawn << 13;
      drawn ^= drawn >>> 7;
      drawn ^= drawn << 17;
    }
    number = drawn;
    return drawn;
  }
}
