package dev.scalelab.operator.reconcile;

import java.util.function.LongSupplier;

/**
 * How often experiments that have not started are looked at while others are measured: many may be
 * created at once, and the measured ones have priority. Ten a second, and ten at once.
 */
final class Pace {
  /** A first look takes about 30 ms of a core. */
  static final int PER_SECOND = 10;

  private static final double NANOS = 1e9;

  private final LongSupplier nanoTime;
  private double looks = PER_SECOND;
  private long countedAt;

  Pace(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.countedAt = nanoTime.getAsLong();
  }

  /** Whether one more may look now. */
  synchronized boolean allows() {
    long now = nanoTime.getAsLong();
    looks = Math.min(PER_SECOND, looks + (now - countedAt) / NANOS * PER_SECOND);
    countedAt = now;
    if (looks < 1) {
      return false;
    }
    looks--;
    return true;
  }
}
