package dev.scalelab.load.record;

import dev.scalelab.load.settings.Settings;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * How many users of a closed model have done their number of transactions in each measured window.
 */
public final class UsersDone {
  private final AtomicIntegerArray done;
  private final List<Integer> users;
  private final List<CountDownLatch> all;

  /** Nobody has yet. */
  public UsersDone(Settings settings) {
    this(settings.quota().isGiven() ? settings.load().users() : List.of());
  }

  /**
   * @param users users of each window; none where they have no number to do
   */
  UsersDone(List<Integer> users) {
    this.users = users;
    this.done = new AtomicIntegerArray(users.size());
    this.all = users.stream().map(window -> new CountDownLatch(1)).toList();
  }

  /**
   * One more user has done all of a window's.
   *
   * @param ifAll what is done, before those who wait go on, if it was the last one
   */
  public void one(int window, Runnable ifAll) {
    if (done.incrementAndGet(window) == users.get(window)) {
      ifAll.run();
      all.get(window).countDown();
    }
  }

  /** Waits until all of a window's users have, for so long at the most; not where none has any. */
  void await(int window, long maxNanos) throws InterruptedException {
    if (!users.isEmpty()) {
      all.get(window).await(maxNanos, TimeUnit.NANOSECONDS);
    }
  }

  /** How many of a window's users have; empty where they have no number to do. */
  OptionalInt in(int window) {
    return users.isEmpty() ? OptionalInt.empty() : OptionalInt.of(done.get(window));
  }
}
