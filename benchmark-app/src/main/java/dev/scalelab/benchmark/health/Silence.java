package dev.scalelab.benchmark.health;

import java.util.function.LongSupplier;

/**
 * Time without a response, and how much of it counts as lost: if a check failed, the part that
 * exceeds some seconds; if the database was down, all of it.
 *
 * <p>A silence without a failed check is caused by the prober itself, for example when its JVM was
 * stopped by a long garbage collection: the next check succeeds immediately.
 */
final class Silence {

  private final double allowedSeconds;
  private final LongSupplier nanos;
  private long lastAnswer;
  private boolean unanswered;
  private boolean gone;
  private double lostBefore;
  private long lastLost;

  /**
   * A silence that begins now.
   *
   * @param allowedSeconds part of a silence that is not lost: an overloaded database responds late
   * @param nanos the clock
   */
  Silence(double allowedSeconds, LongSupplier nanos) {
    this.allowedSeconds = allowedSeconds;
    this.nanos = nanos;
    this.lastAnswer = nanos.getAsLong();
    this.lastLost = lastAnswer;
  }

  /** A check succeeded: the silence has ended, and another begins. */
  synchronized void answered() {
    double lost = lostSeconds();
    lastAnswer = nanos.getAsLong();
    if (lost > lostBefore) {
      lastLost = lastAnswer;
    }
    lostBefore = lost;
    unanswered = false;
    gone = false;
  }

  /** A check failed. */
  synchronized void unanswered() {
    unanswered = true;
  }

  /** A check found that the database is down. */
  synchronized void gone() {
    gone = true;
  }

  /** Time since the last response, or since the beginning if there was none. */
  synchronized double seconds() {
    return (nanos.getAsLong() - lastAnswer) / 1e9;
  }

  /**
   * Time lost since the beginning. It never decreases, so that no loss is missed however rarely it
   * is read.
   */
  synchronized double lostSeconds() {
    if (gone) {
      return lostBefore + seconds();
    }
    return unanswered ? lostBefore + Math.max(0, seconds() - allowedSeconds) : lostBefore;
  }

  /** Time since the last loss, or since the beginning if there was none; 0 during a loss. */
  synchronized double keptSeconds() {
    return lostSeconds() > lostBefore ? 0 : (nanos.getAsLong() - lastLost) / 1e9;
  }
}
