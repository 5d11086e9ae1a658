package dev.scalelab.load.record;

import java.util.OptionalDouble;

/**
 * Decides whether servers under constant maximum load are warm: while they warm up, they complete
 * more in each interval than in the one before. Thread-safe.
 */
public final class WarmUpGate {
  /** Less than this share more is no progress. */
  private static final double MAX_RISE = 0.03;

  private final int intervalSeconds;
  private long before = -1;
  private double rise = Double.NaN;
  private volatile boolean warm;

  /**
   * @param intervalSeconds length of an interval; 0: servers are always regarded as warm
   */
  public WarmUpGate(int intervalSeconds) {
    this.intervalSeconds = intervalSeconds;
    this.warm = intervalSeconds == 0;
  }

  /** Length of an interval in seconds; 0 if nothing is compared. */
  int intervalSeconds() {
    return intervalSeconds;
  }

  /**
   * An interval has ended.
   *
   * @param completed transactions that completed in it
   */
  synchronized void interval(long completed) {
    if (before >= 0) {
      rise = before == 0 ? Double.NaN : (double) completed / before - 1;
      warm = rise < MAX_RISE;
    }
    before = completed;
  }

  /** Whether servers completed hardly more in the last interval than in the one before. */
  public boolean isWarm() {
    return warm;
  }

  /** How much more they completed, in percent; empty if nothing was compared. */
  synchronized OptionalDouble risePercent() {
    return Double.isNaN(rise) ? OptionalDouble.empty() : OptionalDouble.of(100 * rise);
  }
}
