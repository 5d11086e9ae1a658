package dev.scalelab.benchmark.cells.domain;

/**
 * Pseudo-random numbers: George Marsaglia's 64-bit xorshift. Each is computed from the one before,
 * so that no compiler can omit any, or run the operations of several in parallel.
 */
public final class RandomNumbers {

  private long number;

  /**
   * The same seed gives the same numbers.
   *
   * @param seed any; 0, which would generate only zeros, is replaced by 1
   */
  public RandomNumbers(long seed) {
    number = seed == 0 ? 1 : seed;
  }

  /** Generates this many numbers, and returns the last. */
  public long draw(long count) {
    long next = number;
    for (long i = 0; i < count; i++) {
      next ^= next << 13;
      next ^= next >>> 7;
      next ^= next << 17;
    }
    number = next;
    return next;
  }
}
