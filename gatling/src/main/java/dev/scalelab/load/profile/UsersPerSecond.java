package dev.scalelab.load.profile;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * The number of users who arrive in each second of a ramp or a plateau, and their milliseconds.
 *
 * <p>The formulas are those of Gatling's open injection (classes {@code RampRateOpenInjection},
 * {@code ConstantRateOpenInjection} and {@code Shard} of gatling-core), so that a user's scheduled
 * time is known without using Gatling.
 */
final class UsersPerSecond {
  private static final int MILLIS_PER_SECOND = 1000;
  private static final int RAMP_SCALE = 10;

  private UsersPerSecond() {}

  /** Users in each second of a constant rate; their sum is rate times seconds, rounded. */
  static int[] constant(double rate, int seconds) {
    long users = Math.round(seconds * rate);
    int[] counts = new int[seconds];
    for (int second = 0; second < seconds; second++) {
      counts[second] =
          (int) (shareUpTo(second + 1, users, seconds) - shareUpTo(second, users, seconds));
    }
    return counts;
  }

  /**
   * Users in each second of a linear ramp; fractions of a user are carried over to the next second.
   */
  static int[] ramp(double startRate, double endRate, int seconds) {
    int[] counts = new int[seconds];
    if (seconds == 0) {
      return counts;
    }
    BigDecimal start = BigDecimal.valueOf(startRate);
    BigDecimal slope =
        BigDecimal.valueOf(endRate)
            .subtract(start, MathContext.DECIMAL128)
            .divide(BigDecimal.valueOf(2L * seconds), MathContext.DECIMAL128);
    BigDecimal pending = BigDecimal.ZERO;
    for (int second = 0; second < seconds; second++) {
      BigDecimal due =
          slope
              .multiply(BigDecimal.valueOf(2L * second + 1), MathContext.DECIMAL128)
              .add(start, MathContext.DECIMAL128)
              .add(pending, MathContext.DECIMAL128);
      counts[second] = due.setScale(RAMP_SCALE, RoundingMode.HALF_UP).intValue();
      pending = due.subtract(BigDecimal.valueOf(counts[second]), MathContext.DECIMAL128);
    }
    return counts;
  }

  /**
   * The millisecond, 0 to 999, for which the user with that index (from 0) in a second is
   * scheduled.
   */
  static int milliOf(long place, long usersInSecond) {
    // Within one millisecond of the result; the loops correct the rounding.
    int milli = (int) (MILLIS_PER_SECOND * place / usersInSecond);
    while (beforeMilli(milli + 1, usersInSecond) <= place) {
      milli++;
    }
    while (beforeMilli(milli, usersInSecond) > place) {
      milli--;
    }
    return milli;
  }

  /** Number of users scheduled in a second before that millisecond of it, 0 to 1000. */
  static long beforeMilli(int milli, long usersInSecond) {
    return shareUpTo(milli, usersInSecond, MILLIS_PER_SECOND);
  }

  /** Number of users in the first parts of {@code buckets} equal ones, rounded up. */
  private static long shareUpTo(int bucket, long users, int buckets) {
    if (bucket == 0) {
      return 0;
    }
    return bucket == buckets ? users : (long) Math.ceil((double) users / buckets * bucket);
  }
}
