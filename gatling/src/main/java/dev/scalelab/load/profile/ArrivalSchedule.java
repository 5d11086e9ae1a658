package dev.scalelab.load.profile;

import java.util.Arrays;
import java.util.List;

/**
 * When each user is due, in an open model: a staircase of arrival rates that does not depend on how
 * fast the servers answer.
 *
 * <p>Each step begins with a linear ramp from the rate before it (0 before the first) and goes on
 * at its own constant rate. Users are numbered from 0 in order of arrival. Due times are whole
 * milliseconds, spread evenly over each second; they are the very times at which Gatling starts its
 * users for the same profile (a test compares them).
 */
public final class ArrivalSchedule {
  private static final int MILLIS_PER_SECOND = 1000;

  private final List<Double> rates;
  private final int stepSeconds;
  private final int rampSeconds;

  /** Number of the first user of each second, with the number of all users as the last element. */
  private final long[] firstOfSecond;

  /**
   * @param rates arrivals per second of each step, each above 0
   * @param stepSeconds length of a step in seconds, ramp included
   * @param rampSeconds length of the ramp in seconds, 0 or more and shorter than the step
   */
  public ArrivalSchedule(List<Double> rates, int stepSeconds, int rampSeconds) {
    this.rates = List.copyOf(rates);
    this.stepSeconds = stepSeconds;
    this.rampSeconds = rampSeconds;
    this.firstOfSecond = new long[rates.size() * stepSeconds + 1];
    int second = 0;
    double previous = 0;
    for (double rate : rates) {
      second = append(UsersPerSecond.ramp(previous, rate, rampSeconds), second);
      second = append(UsersPerSecond.constant(rate, stepSeconds - rampSeconds), second);
      previous = rate;
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
   * When a user is due, in milliseconds from the start.
   *
   * @throws IndexOutOfBoundsException if there is no such user
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

  /** Number of users due before an instant given in milliseconds from the start. */
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

  /** Arrival rate asked for at an instant, in users per second; 0 outside the steps. */
  public double targetRate(long millis) {
    double elapsed = millis / (double) MILLIS_PER_SECOND;
    int step = (int) Math.floor(elapsed / stepSeconds);
    if (millis < 0 || step >= rates.size()) {
      return 0;
    }
    double rate = rates.get(step);
    double intoStep = elapsed - (double) step * stepSeconds;
    if (intoStep >= rampSeconds) {
      return rate;
    }
    double previous = step == 0 ? 0 : rates.get(step - 1);
    return previous + (rate - previous) * intoStep / rampSeconds;
  }

  private int secondOf(long user) {
    int found = Arrays.binarySearch(firstOfSecond, user);
    if (found < 0) {
      return -found - 2;
    }
    // Several seconds without users share one number; the last of them holds the user.
    int second = found;
    while (firstOfSecond[second + 1] == user) {
      second++;
    }
    return second;
  }
}
