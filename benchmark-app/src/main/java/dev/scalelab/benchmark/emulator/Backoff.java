package dev.scalelab.benchmark.emulator;

import java.util.SplittableRandom;
import java.util.UUID;

/**
 * The pause before the next attempt of a failed delivery: doubled each time, up to a maximum, and
 * randomly shortened by up to half, so that deliveries that failed at the same time are not retried
 * at the same time.
 *
 * @param minMillis pause after the first attempt
 * @param maxMillis the maximum
 * @param seed of the random numbers: the same seed, order and attempt always give the same pause
 */
record Backoff(int minMillis, int maxMillis, int seed) {

  // After this number of doublings, a millisecond is longer than any maximum.
  private static final int MAX_DOUBLINGS = 30;

  /** The pause after an attempt, counted from 1, to deliver this order. */
  int millisAfter(UUID number, int attempt) {
    long doubled = (long) minMillis << Math.min(attempt - 1, MAX_DOUBLINGS);
    int longest = (int) Math.min(doubled, maxMillis);
    long chance = number.getMostSignificantBits() ^ number.getLeastSignificantBits();
    return longest - new SplittableRandom(chance + seed + attempt).nextInt(longest / 2 + 1);
  }
}
