package dev.scalelab.load.profile;

import java.util.SplittableRandom;

/**
 * Pause of a user before each further request of a transaction, uniformly distributed.
 *
 * @param minMillis minimum, 0 or more
 * @param maxMillis maximum, {@code minMillis} or more
 */
public record ThinkTime(int minMillis, int maxMillis) {

  /** No pauses. */
  public static final ThinkTime NONE = new ThinkTime(0, 0);

  /** In the format of the setting. */
  @Override
  public String toString() {
    return minMillis == maxMillis ? "" + minMillis : minMillis + "-" + maxMillis;
  }

  /** The next pause, in milliseconds. */
  public int nextMillis(SplittableRandom random) {
    return random.nextInt(minMillis, maxMillis + 1);
  }
}
