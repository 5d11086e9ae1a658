package dev.scalelab.benchmark.emulator;

import java.util.SplittableRandom;
import java.util.UUID;

/**
 * How long a delivery in vain waits for its next attempt: twice as long each time, up to a bound,
 * and shortened by chance by up to half, so that those that failed together do not come back
 * together.
 *
 * @param minMillis after the first attempt
 * @param maxMillis the bound
 * @param seed of the chance: with the number of an order and of an attempt it gives always the same
 */
record Backoff(int minMillis, int maxMillis, int seed) {

  // Doubled so often, a millisecond is longer than any bound.
  private static final int MAX_DOUBLINGS = 30;

  /** The pause after an attempt, counted from 1, to deliver this order. */
  int millisAfter(UUID number, int attempt) {
    long doubled = (long) minMillis << Math.min(attempt - 1, MAX_DOUBLINGS);
    int longest = (int) Math.min(doubled, maxMillis);
    long chance = number.getMostSignificantBits() ^ number.getLeastSignificantBits();
    return longest - new SplittableRandom(chance + seed + attempt).nextInt(longest / 2 + 1);
  }
}
