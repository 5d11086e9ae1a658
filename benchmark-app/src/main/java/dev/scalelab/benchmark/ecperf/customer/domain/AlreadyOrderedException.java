package dev.scalelab.benchmark.ecperf.customer.domain;

import jakarta.ejb.ApplicationException;

/** The cart was already ordered; it cannot be ordered again. */
@ApplicationException(rollback = true)
public class AlreadyOrderedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception with its message. */
  public AlreadyOrderedException(Throwable cause) {
    super("the cart was ordered already", cause);
  }
}
