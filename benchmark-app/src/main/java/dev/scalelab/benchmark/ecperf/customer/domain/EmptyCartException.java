package dev.scalelab.benchmark.ecperf.customer.domain;

import jakarta.ejb.ApplicationException;

/** An empty cart cannot become an order. */
@ApplicationException(rollback = true)
public class EmptyCartException extends RuntimeException {

  /** Says that the cart is empty. */
  public EmptyCartException() {
    super("the cart is empty");
  }
}
