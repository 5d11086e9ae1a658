package dev.scalelab.benchmark.portal.domain;

import java.time.Duration;

/** Says that a status was out of date before it could be told. */
public class StatusTooOldException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Reading it took longer than the most that a status may be old. */
  public StatusTooOldException(Duration maxAge) {
    super("reading the status took longer than the " + maxAge.toMillis() + " ms it may be old");
  }
}
