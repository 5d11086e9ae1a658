package dev.scalelab.load.profile;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * The time from the begin of a user's transaction to that of its next one: exponentially
 * distributed, and cut at five times the mean, as in the driver of ECperf.
 *
 * <p>With u drawn evenly from 0 to 1, −m ln(1 − u) has the exponential distribution of mean m,
 * whose distribution function 1 − e<sup>−t/m</sup> it inverts (inverse transform sampling). The cut
 * makes the mean m (1 − e<sup>−5</sup>): 0.7 % less.
 *
 * @param meanMillis m, before the cut; 0 is no pacing
 */
public record Pacing(int meanMillis) {
  /** The next transaction begins when the one before is over. */
  public static final Pacing NONE = new Pacing(0);

  private static final double MAX_MEANS = 5;

  /** The next time between two begins, in nanoseconds. */
  long nextNanos(SplittableRandom random) {
    return nanos(Math.min(MAX_MEANS, -Math.log1p(-random.nextDouble())));
  }

  /**
   * The time from a user's coming to its first begin, in nanoseconds: evenly spread over the mean,
   * so that users who come together do not begin together.
   */
  long firstNanos(SplittableRandom random) {
    return nanos(random.nextDouble());
  }

  private long nanos(double means) {
    return (long) (means * TimeUnit.MILLISECONDS.toNanos(meanMillis));
  }
}
