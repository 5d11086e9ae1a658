package dev.scalelab.load.record;

import dev.scalelab.load.settings.Settings;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Number of users of a closed model who have completed their number of transactions in each
 * measured window.
 */
public final class UsersDone {
  private final AtomicIntegerArray done;
  private final List<Integer> users;
  private final List<CountDownLatch> all;

  /** Initially 0 for each window. */
  public UsersDone(Settings settings) {
    this(settings.quota().isGiven() ? settings.load().users() : List.of());
  }

  /**
   * @param users number of users of each window; empty without a number of transactions per user
   */
  UsersDone(List<Integer> users) {
    this.users = users;
    this.done = new AtomicIntegerArray(users.size());
    this.all = users.stream().map(window -> new CountDownLatch(1)).toList();
  }

  /**
   * Counts another user who has completed all transactions of a window.
   *
   * @param ifAll runs if it was the last user, before the waiting threads continue
   */
  public void one(int window, Runnable ifAll) {
    if (done.incrementAndGet(window) == users.get(window)) {
      ifAll.run();
      all.get(window).countDown();
    }
  }

  /**
   * Waits until all of a window's users have completed, up to the given time; returns immediately
   * without a number of transactions per user.
   */
  void await(int window, long maxNanos) throws InterruptedException {
    if (!users.isEmpty()) {
      all.get(window).await(maxNanos, TimeUnit.NANOSECONDS);
    }
  }

  /**
   * Number of a window's users who have completed; empty without a number of transactions per user.
   */
  OptionalInt in(int window) {
    return users.isEmpty() ? OptionalInt.empty() : OptionalInt.of(done.get(window));
  }
}
