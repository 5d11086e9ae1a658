package dev.scalelab.load.profile;

import java.util.SplittableRandom;

/**
 * How long a user thinks before each further request of a transaction, drawn evenly.
 *
 * @param leastMillis shortest, 0 or more
 * @param mostMillis longest, {@code leastMillis} or more
 */
public record ThinkTime(int leastMillis, int mostMillis) {

  /** No pauses. */
  public static final ThinkTime NONE = new ThinkTime(0, 0);

  /** As a setting gives it. */
  @Override
  public String toString() {
    return leastMillis == mostMillis ? "" + leastMillis : leastMillis + "-" + mostMillis;
  }

  /** The next pause, in milliseconds. */
  public int nextMillis(SplittableRandom random) {
    return random.nextInt(leastMillis, mostMillis + 1);
  }
}
