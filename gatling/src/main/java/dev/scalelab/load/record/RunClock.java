package dev.scalelab.load.record;

import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * The only clock of a run: monotonic, synchronized with the wall clock once, and started when the
 * first user's schedule begins.
 *
 * <p>So a jump of the machine's wall clock during a run affects neither arrivals nor windows.
 */
public final class RunClock {
  private static final long NANOS_PER_MILLI = 1_000_000L;

  private final LongSupplier nanos;
  private final long originNanos;
  private final long originMillis;
  private final CountDownLatch started = new CountDownLatch(1);
  private volatile long startNanos;

  /** A clock based on the machine's clocks. */
  public RunClock() {
    this(System::nanoTime, System.currentTimeMillis());
  }

  /**
   * @param nanos a monotonic source of nanoseconds
   * @param nowMillis the wall clock now, in milliseconds since 1970
   */
  RunClock(LongSupplier nanos, long nowMillis) {
    this.nanos = nanos;
    this.originNanos = nanos.getAsLong();
    this.originMillis = nowMillis;
  }

  /** Milliseconds since 1970, rounded down; never decreases. */
  public long nowMillis() {
    return originMillis + Math.floorDiv(nanos.getAsLong() - originNanos, NANOS_PER_MILLI);
  }

  /** Sets the schedule's zero to that reading of {@link #nowMillis}. */
  public void start(long startMillis) {
    startNanos = originNanos + (startMillis - originMillis) * NANOS_PER_MILLI;
    started.countDown();
  }

  /** Waits until the schedule has begun. */
  void awaitStart() throws InterruptedException {
    started.await();
  }

  /** True once the schedule has begun. */
  public boolean isStarted() {
    return started.getCount() == 0;
  }

  /** Nanoseconds since the schedule's zero; valid only after the start. */
  public long elapsedNanos() {
    return nanos.getAsLong() - startNanos;
  }

  /** Waits until that time of the schedule; returns immediately after it. */
  void awaitElapsed(long elapsedNanos) throws InterruptedException {
    for (long left; (left = elapsedNanos - elapsedNanos()) > 0; ) {
      LockSupport.parkNanos(left);
      if (Thread.interrupted()) {
        throw new InterruptedException("stopped while waiting for a time of the schedule");
      }
    }
  }

  /** The wall clock time at a time of the schedule. */
  Instant instantAt(long elapsedNanos) {
    long sinceOrigin = startNanos - originNanos + elapsedNanos;
    return Instant.ofEpochMilli(originMillis).plusNanos(sinceOrigin);
  }

  /** The current wall clock time, by this clock. */
  Instant now() {
    return Instant.ofEpochMilli(originMillis).plusNanos(nanos.getAsLong() - originNanos);
  }
}
