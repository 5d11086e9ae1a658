package dev.scalelab.benchmark.health;

import java.util.function.LongSupplier;

/**
 * How long nothing has answered, and how much of it was lost: of each silence in which a question
 * failed, what is longer than some seconds.
 *
 * <p>A silence in which none failed is the asker's own, as when its machine was stopped for a long
 * garbage collection: the next question is answered at once.
 */
final class Silence {

  private final double allowedSeconds;
  private final LongSupplier nanos;
  private long lastAnswer;
  private boolean failed;
  private double lostBefore;

  /**
   * A silence that begins now.
   *
   * @param allowedSeconds so much of each silence is never lost
   * @param nanos the clock
   */
  Silence(double allowedSeconds, LongSupplier nanos) {
    this.allowedSeconds = allowedSeconds;
    this.nanos = nanos;
    this.lastAnswer = nanos.getAsLong();
  }

  /** A question was answered: the silence is over, and another begins. */
  synchronized void answered() {
    lostBefore = lostSeconds();
    lastAnswer = nanos.getAsLong();
    failed = false;
  }

  /** A question was not answered. */
  synchronized void failed() {
    failed = true;
  }

  /** Time since the latest answer, or since the beginning if there was none. */
  synchronized double seconds() {
    return (nanos.getAsLong() - lastAnswer) / 1e9;
  }

  /**
   * What was lost since the beginning. It only grows, so that nothing is missed however seldom it
   * is looked at.
   */
  synchronized double lostSeconds() {
    return failed ? lostBefore + Math.max(0, seconds() - allowedSeconds) : lostBefore;
  }
}
