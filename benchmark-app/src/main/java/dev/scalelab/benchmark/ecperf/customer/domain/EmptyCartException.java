package dev.scalelab.benchmark.ecperf.customer.domain;

import jakarta.ejb.ApplicationException;

/** An empty cart cannot become an order. */
@ApplicationException(rollback = true)
public class EmptyCartException extends RuntimeException {

  /** Creates the exception with its message. */
  public EmptyCartException() {
    super("the cart is empty");
  }
}
