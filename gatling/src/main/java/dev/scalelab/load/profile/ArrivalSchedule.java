package dev.scalelab.load.profile;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * The scheduled time of each user, in an open model: a staircase of arrival rates, independent of
 * how fast the servers respond.
 *
 * <p>Each step begins with a linear ramp from the previous rate (0 before the first) and continues
 * at its own constant rate. Users are numbered from 0 in order of arrival. Scheduled times are
 * whole milliseconds. Even ones are spread evenly over each second; they are exactly the times at
 * which Gatling starts its users for the same profile (a test compares them). Random ones are those
 * of {@link RandomMoments}. In a spike, a part of the arrivals come within one second.
 */
public final class ArrivalSchedule implements Schedule {
  private static final int MILLIS_PER_SECOND = 1000;

  private final Staircase staircase;
  private final Moments moments;
  private final boolean even;

  /** Number of the first user of each second; the last element is the number of all users. */
  private final long[] firstOfSecond;

  /**
   * Even arrivals.
   *
   * @param rates arrivals per second of each step, each above 0
   * @param stepSeconds length of a step in seconds, ramp included
   * @param rampSeconds length of the ramp in seconds, 0 or more and shorter than the step
   */
  public ArrivalSchedule(List<Double> rates, int stepSeconds, int rampSeconds) {
    this(
        new Staircase(rates, stepSeconds, rampSeconds),
        Moments.EVEN,
        true,
        evenly(rates, stepSeconds, rampSeconds));
  }

  private ArrivalSchedule(
      Staircase staircase, Moments moments, boolean even, int[] usersPerSecond) {
    this.staircase = staircase;
    this.moments = moments;
    this.even = even;
    this.firstOfSecond = new long[usersPerSecond.length + 1];
    for (int second = 0; second < usersPerSecond.length; second++) {
      firstOfSecond[second + 1] = firstOfSecond[second] + usersPerSecond[second];
    }
  }

  /**
   * Random arrivals: as many as even ones in each ramp, in the rest of the warm-up and in the
   * measured part of each step.
   *
   * @param warmUpSeconds length of the part of a step that is not measured, at least the ramp
   * @param spikePercent part of the measured arrivals that come within the second in their middle
   * @param seed the same seed gives the same times
   */
  public static ArrivalSchedule random(
      List<Double> rates,
      int stepSeconds,
      int warmUpSeconds,
      int rampSeconds,
      int spikePercent,
      long seed) {
    Staircase staircase = new Staircase(rates, stepSeconds, rampSeconds);
    RandomMoments moments = new RandomMoments(seed);
    int[] counts = evenly(rates, stepSeconds, rampSeconds);
    for (int step = 0; step < rates.size(); step++) {
      int from = step * stepSeconds;
      int measured = from + warmUpSeconds;
      int to = from + stepSeconds;
      moments.spread(counts, from, from + rampSeconds, staircase.before(step), rates.get(step));
      moments.spread(counts, from + rampSeconds, measured, 1, 1);
      int spike = withoutSpike(counts, measured, to, spikePercent);
      moments.spread(counts, measured, to, 1, 1);
      counts[middle(measured, to)] += spike;
    }
    return new ArrivalSchedule(staircase, moments, false, counts);
  }

  /**
   * Arrivals that are even but for a spike in each step: as many as without it.
   *
   * @param warmUpSeconds length of the part of a step that is not measured, at least the ramp
   * @param spikePercent part of the measured arrivals that come within the second in their middle
   */
  public static ArrivalSchedule withSpikes(
      List<Double> rates, int stepSeconds, int warmUpSeconds, int rampSeconds, int spikePercent) {
    int[] counts = evenly(rates, stepSeconds, rampSeconds);
    for (int step = 0; step < rates.size(); step++) {
      int measured = step * stepSeconds + warmUpSeconds;
      int to = (step + 1) * stepSeconds;
      int spike = withoutSpike(counts, measured, to, spikePercent);
      counts[middle(measured, to)] += spike;
    }
    return new ArrivalSchedule(
        new Staircase(rates, stepSeconds, rampSeconds), Moments.EVEN, false, counts);
  }

  private static int middle(int from, int to) {
    return from + (to - from) / 2;
  }

  /** Takes the users of a spike from some seconds, and returns their number. */
  private static int withoutSpike(int[] counts, int from, int to, int percent) {
    if (percent == 0) {
      return 0;
    }
    int users = Arrays.stream(counts, from, to).sum();
    int spike = (int) Math.round(users * percent / 100.0);
    double left = (double) (users - spike) / (to - from);
    System.arraycopy(UsersPerSecond.constant(left, to - from), 0, counts, from, to - from);
    return spike;
  }

  private static int[] evenly(List<Double> rates, int stepSeconds, int rampSeconds) {
    IntStream.Builder counts = IntStream.builder();
    double before = 0;
    for (double rate : rates) {
      IntStream.of(UsersPerSecond.ramp(before, rate, rampSeconds)).forEach(counts);
      IntStream.of(UsersPerSecond.constant(rate, stepSeconds - rampSeconds)).forEach(counts);
      before = rate;
    }
    return counts.build().toArray();
  }

  /** Whether the arrivals are spread evenly, as by Gatling itself. */
  public boolean isEven() {
    return even;
  }

  /** Number of users of the whole run. */
  public long users() {
    return firstOfSecond[firstOfSecond.length - 1];
  }

  /** Number of seconds over which users arrive. */
  public int seconds() {
    return firstOfSecond.length - 1;
  }

  /**
   * The scheduled time of a user, in milliseconds from the start.
   *
   * @throws IndexOutOfBoundsException if the user does not exist
   */
  public long dueMillis(long user) {
    if (user < 0 || user >= users()) {
      throw new IndexOutOfBoundsException("user " + user + " of " + users());
    }
    int second = secondOf(user);
    long place = user - firstOfSecond[second];
    long inSecond = firstOfSecond[second + 1] - firstOfSecond[second];
    return (long) second * MILLIS_PER_SECOND + moments.milliOf(second, place, inSecond);
  }

  /** Number of users scheduled before a time in milliseconds from the start. */
  public long usersBefore(long millis) {
    if (millis <= 0) {
      return 0;
    }
    if (millis >= (long) seconds() * MILLIS_PER_SECOND) {
      return users();
    }
    int second = (int) (millis / MILLIS_PER_SECOND);
    long inSecond = firstOfSecond[second + 1] - firstOfSecond[second];
    return firstOfSecond[second]
        + moments.beforeMilli(second, (int) (millis % MILLIS_PER_SECOND), inSecond);
  }

  @Override
  public double target(long millis) {
    return staircase.at(millis);
  }

  @Override
  public OptionalLong dueBefore(long millis) {
    return OptionalLong.of(usersBefore(millis));
  }

  private int secondOf(long user) {
    int found = Arrays.binarySearch(firstOfSecond, user);
    if (found < 0) {
      return -found - 2;
    }
    // Several seconds without users have the same first number; the last of them contains the user.
    int second = found;
    while (firstOfSecond[second + 1] == user) {
      second++;
    }
    return second;
  }
}
