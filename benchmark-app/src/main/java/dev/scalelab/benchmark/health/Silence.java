package dev.scalelab.benchmark.health;

import java.util.function.LongSupplier;

/**
 * How long nothing has answered, and how much of it was lost: of each silence in which a question
 * was left without an answer, what is longer than some seconds; of one in which who is asked was
 * gone, all.
 *
 * <p>A silence in which none failed is the asker's own, as when its machine was stopped for a long
 * garbage collection: the next question is answered at once.
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
   * @param allowedSeconds so much of a silence is not lost: one who is overloaded answers late
   * @param nanos the clock
   */
  Silence(double allowedSeconds, LongSupplier nanos) {
    this.allowedSeconds = allowedSeconds;
    this.nanos = nanos;
    this.lastAnswer = nanos.getAsLong();
    this.lastLost = lastAnswer;
  }

  /** A question was answered: the silence is over, and another begins. */
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

  /** A question was not answered in time. */
  synchronized void unanswered() {
    unanswered = true;
  }

  /** A question found nobody there. */
  synchronized void gone() {
    gone = true;
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
    if (gone) {
      return lostBefore + seconds();
    }
    return unanswered ? lostBefore + Math.max(0, seconds() - allowedSeconds) : lostBefore;
  }

  /** Time since anything was lost, or since the beginning if nothing was; 0 while it is. */
  synchronized double keptSeconds() {
    return lostSeconds() > lostBefore ? 0 : (nanos.getAsLong() - lastLost) / 1e9;
  }
}
