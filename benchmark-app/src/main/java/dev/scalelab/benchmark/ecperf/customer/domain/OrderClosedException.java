package dev.scalelab.benchmark.ecperf.customer.domain;

import jakarta.ejb.ApplicationException;

/** An order cannot be cancelled or changed any more. */
@ApplicationException(rollback = true)
public class OrderClosedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  OrderClosedException(Long orderId, String state) {
    super("order " + orderId + " " + state);
  }
}
