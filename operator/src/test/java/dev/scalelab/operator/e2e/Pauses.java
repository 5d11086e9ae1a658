package dev.scalelab.operator.e2e;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * How long the test's machine stood still: a thread that sleeps briefly notes how late it wakes.
 */
final class Pauses implements AutoCloseable {
  private static final long SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final AtomicLong longestNanos = new AtomicLong();
  private final Thread thread = new Thread(this::watch, "pauses");
  private volatile boolean closed;

  Pauses() {
    thread.setDaemon(true);
    thread.start();
  }

  /** The longest pause so far. */
  Duration longest() {
    return Duration.ofNanos(longestNanos.get());
  }

  private void watch() {
    while (!closed) {
      long before = System.nanoTime();
      LockSupport.parkNanos(SLEEP_NANOS);
      long late = System.nanoTime() - before - SLEEP_NANOS;
      longestNanos.accumulateAndGet(late, Math::max);
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
