package dev.scalelab.benchmark.ecperf.customer.domain;

import jakarta.ejb.ApplicationException;

/** A cart that has become an order cannot become another. */
@ApplicationException(rollback = true)
public class AlreadyOrderedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Says that there is an order of the cart. */
  public AlreadyOrderedException(Throwable cause) {
    super("the cart was ordered already", cause);
  }
}
