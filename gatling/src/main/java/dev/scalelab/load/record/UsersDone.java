package dev.scalelab.load.record;

import dev.scalelab.load.settings.Settings;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/**
 * Which users of a closed model have done their number of transactions in each measured window, and
 * when the last of them had.
 */
public final class UsersDone {
  private final boolean given;
  private final int[] users;
  private final List<CountDownLatch> missing;
  private final AtomicLongArray lastNanos;

  /** Nobody has yet. */
  public UsersDone(Settings settings) {
    this(
        settings.quota().isGiven(),
        IntStream.range(0, settings.timeline().windows()).map(settings::usersDriven).toArray());
  }

  /**
   * @param given whether users have a number of transactions to do
   * @param users users of each window
   */
  UsersDone(boolean given, int... users) {
    this.given = given;
    this.users = users.clone();
    this.missing = IntStream.of(users).mapToObj(CountDownLatch::new).toList();
    this.lastNanos = new AtomicLongArray(users.length);
  }

  /** One more user has done all of a window's, at that time since the schedule's zero. */
  public void one(int window, long nanos) {
    lastNanos.accumulateAndGet(window, nanos, Math::max);
    missing.get(window).countDown();
  }

  /** Waits until all of a window's users have, for so long at the most; not where none has any. */
  void await(int window, long mostNanos) throws InterruptedException {
    if (given) {
      missing.get(window).await(mostNanos, TimeUnit.NANOSECONDS);
    }
  }

  /** How many of a window's users have; empty where they have no number to do. */
  OptionalInt in(int window) {
    return given
        ? OptionalInt.of(users[window] - (int) missing.get(window).getCount())
        : OptionalInt.empty();
  }

  /**
   * When the last of a window's users had, in nanoseconds since the schedule's zero, if all have.
   */
  OptionalLong lastNanos(int window) {
    return given && missing.get(window).getCount() == 0
        ? OptionalLong.of(lastNanos.get(window))
        : OptionalLong.empty();
  }

  /** How many users a window has. */
  int users(int window) {
    return users[window];
  }
}
