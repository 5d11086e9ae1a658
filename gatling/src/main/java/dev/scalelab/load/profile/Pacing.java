package dev.scalelab.load.profile;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * The time from the start of a user's transaction to the start of its next one: exponentially
 * distributed, and cut off at five times the mean, as in the driver of ECperf.
 *
 * <p>With u uniformly distributed from 0 to 1, −m ln(1 − u) has the exponential distribution of
 * mean m, whose distribution function 1 − e<sup>−t/m</sup> it inverts (inverse transform sampling).
 * The cut-off makes the mean m (1 − e<sup>−5</sup>): 0.7 % less.
 *
 * @param meanMillis m, before the cut-off; 0 means no pacing
 */
public record Pacing(int meanMillis) {
  /** The next transaction starts when the previous one has ended. */
  public static final Pacing NONE = new Pacing(0);

  private static final double MAX_MEANS = 5;

  /** The next time between two starts, in nanoseconds. */
  long nextNanos(SplittableRandom random) {
    return nanos(Math.min(MAX_MEANS, -Math.log1p(-random.nextDouble())));
  }

  /**
   * The time from a user's arrival to its first start, in nanoseconds: uniformly distributed up to
   * the mean, so that users who arrive at the same time do not start at the same time.
   */
  long firstNanos(SplittableRandom random) {
    return nanos(random.nextDouble());
  }

  private long nanos(double means) {
    return (long) (means * TimeUnit.MILLISECONDS.toNanos(meanMillis));
  }
}
