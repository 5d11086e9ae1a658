package dev.scalelab.load.record;

import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongSupplier;

/**
 * The one clock of a run: monotonic, tied to the wall clock once, and started when the first user's
 * schedule begins.
 *
 * <p>A step of the machine's wall clock in the middle of a run therefore moves neither arrivals nor
 * windows.
 */
public final class RunClock {
  private static final long NANOS_PER_MILLI = 1_000_000L;

  private final LongSupplier nanos;
  private final long originNanos;
  private final long originMillis;
  private final CountDownLatch started = new CountDownLatch(1);
  private volatile long startNanos;

  /** A clock over the machine's own clocks. */
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

  /** Milliseconds since 1970, rounded down; never goes back. */
  public long nowMillis() {
    return originMillis + Math.floorDiv(nanos.getAsLong() - originNanos, NANOS_PER_MILLI);
  }

  /** Declares that the schedule's zero was at that reading of {@link #nowMillis}. */
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

  /** Nanoseconds since the schedule's zero; meaningful only after the start. */
  public long elapsedNanos() {
    return nanos.getAsLong() - startNanos;
  }

  /** The wall clock's time of an instant of the schedule. */
  Instant instantAt(long elapsedNanos) {
    long sinceOrigin = startNanos - originNanos + elapsedNanos;
    return Instant.ofEpochMilli(originMillis).plusNanos(sinceOrigin);
  }

  /** The wall clock's time now, by this clock. */
  Instant now() {
    return Instant.ofEpochMilli(originMillis).plusNanos(nanos.getAsLong() - originNanos);
  }
}
