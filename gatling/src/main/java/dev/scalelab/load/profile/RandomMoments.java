package dev.scalelab.load.profile;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Arrivals at random, as those of many users who do not know of one another: a Poisson process. Its
 * number of arrivals in each part of a step is that of even arrivals, so that each step still has
 * its rate; given that number, each arrival is at any moment of the part with the same probability
 * (in a ramp, with one that follows the rate), independent of the others.
 */
final class RandomMoments implements Moments {
  private static final int MILLIS_PER_SECOND = 1000;

  private final long seed;

  // Users arrive in order: the second of a user is nearly always that of the previous one.
  private volatile Second latest;

  private record Second(int number, int[] millis) {}

  RandomMoments(long seed) {
    this.seed = seed;
  }

  /**
   * Distributes the users of some seconds over them.
   *
   * @param counts users of each second; replaced by random ones with the same sum
   * @param from the first of the seconds
   * @param to the first second after them
   * @param rateAtFrom relative rate at the beginning
   * @param rateAtTo relative rate at the end
   */
  void spread(int[] counts, int from, int to, double rateAtFrom, double rateAtTo) {
    int users = Arrays.stream(counts, from, to).sum();
    Arrays.fill(counts, from, to, 0);
    SplittableRandom random = Seeds.random(seed, Seeds.SECONDS, from);
    for (int user = 0; user < users; user++) {
      double part = partUpTo(random.nextDouble(), rateAtFrom, rateAtTo);
      counts[from + (int) (part * (to - from))]++;
    }
  }

  /**
   * The part of the time in which this share of the users arrives, if the rate changes linearly.
   */
  private static double partUpTo(double share, double from, double to) {
    if (from == to) {
      return share;
    }
    return (Math.sqrt(from * from + share * (to * to - from * from)) - from) / (to - from);
  }

  @Override
  public int milliOf(int second, long place, long users) {
    return of(second, users)[(int) place];
  }

  @Override
  public long beforeMilli(int second, int milli, long users) {
    return Arrays.stream(of(second, users)).takeWhile(moment -> moment < milli).count();
  }

  private int[] of(int second, long users) {
    Second known = latest;
    if (known == null || known.number() != second) {
      int[] millis =
          Seeds.random(seed, Seeds.MOMENTS, second)
              .ints(users, 0, MILLIS_PER_SECOND)
              .sorted()
              .toArray();
      known = new Second(second, millis);
      latest = known;
    }
    return known.millis();
  }
}
