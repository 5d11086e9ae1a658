package dev.scalelab.benchmark.portal.domain;

import java.time.Duration;

/** A status was out of date before it could be returned. */
public class StatusTooOldException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Reading it took longer than the maximum age of a status. */
  public StatusTooOldException(Duration maxAge) {
    super("reading the status took longer than its maximum age of " + maxAge.toMillis() + " ms");
  }
}
