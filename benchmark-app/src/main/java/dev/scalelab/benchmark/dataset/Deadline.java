package dev.scalelab.benchmark.dataset;

import java.time.Duration;

/** The time by which everything must be done. */
final class Deadline {

  private final Duration timeout;
  private final long startNanos = System.nanoTime();

  Deadline(Duration timeout) {
    this.timeout = timeout;
  }

  Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }

  /** The whole timeout in seconds. */
  long seconds() {
    return timeout.toSeconds();
  }

  boolean isOver() {
    return elapsed().compareTo(timeout) >= 0;
  }

  /** The remaining time; at least a millisecond, because zero means no timeout to a database. */
  long remainingMillis() {
    return Math.max(1, timeout.minus(elapsed()).toMillis());
  }
}
