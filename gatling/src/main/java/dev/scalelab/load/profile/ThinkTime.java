package dev.scalelab.load.profile;

import java.util.SplittableRandom;

/**
 * How long a user thinks before each further request of a transaction, drawn evenly.
 *
 * @param minMillis shortest, 0 or more
 * @param maxMillis longest, {@code minMillis} or more
 */
public record ThinkTime(int minMillis, int maxMillis) {

  /** No pauses. */
  public static final ThinkTime NONE = new ThinkTime(0, 0);

  /** As a setting gives it. */
  @Override
  public String toString() {
    return minMillis == maxMillis ? "" + minMillis : minMillis + "-" + maxMillis;
  }

  /** The next pause, in milliseconds. */
  public int nextMillis(SplittableRandom random) {
    return random.nextInt(minMillis, maxMillis + 1);
  }
}
