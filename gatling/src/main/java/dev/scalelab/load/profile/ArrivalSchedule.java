package dev.scalelab.load.profile;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/**
 * The scheduled time of each user, in an open model: a staircase of arrival rates, independent of
 * how fast the servers respond.
 *
 * <p>Each step begins with a linear ramp from the previous rate (0 before the first) and continues
 * at its own constant rate. Users are numbered from 0 in order of arrival. Scheduled times are
 * whole milliseconds, spread evenly over each second; they are exactly the times at which Gatling
 * starts its users for the same profile (a test compares them).
 */
public final class ArrivalSchedule implements Schedule {
  private static final int MILLIS_PER_SECOND = 1000;

  private final Staircase staircase;

  /** Number of the first user of each second; the last element is the number of all users. */
  private final long[] firstOfSecond;

  /**
   * @param rates arrivals per second of each step, each above 0
   * @param stepSeconds length of a step in seconds, ramp included
   * @param rampSeconds length of the ramp in seconds, 0 or more and shorter than the step
   */
  public ArrivalSchedule(List<Double> rates, int stepSeconds, int rampSeconds) {
    this.staircase = new Staircase(rates, stepSeconds, rampSeconds);
    this.firstOfSecond = new long[rates.size() * stepSeconds + 1];
    int second = 0;
    for (int step = 0; step < rates.size(); step++) {
      double rate = rates.get(step);
      second = append(UsersPerSecond.ramp(staircase.before(step), rate, rampSeconds), second);
      second = append(UsersPerSecond.constant(rate, stepSeconds - rampSeconds), second);
    }
  }

  private int append(int[] usersPerSecond, int from) {
    int second = from;
    for (int users : usersPerSecond) {
      firstOfSecond[second + 1] = firstOfSecond[second] + users;
      second++;
    }
    return second;
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
    return (long) second * MILLIS_PER_SECOND + UsersPerSecond.milliOf(place, inSecond);
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
        + UsersPerSecond.beforeMilli((int) (millis % MILLIS_PER_SECOND), inSecond);
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
