package dev.scalelab.benchmark.ecperf.customer.domain;

import jakarta.ejb.ApplicationException;

/** The cart has no room for the quantity or line to be added. */
@ApplicationException(rollback = true)
public class CartFullException extends RuntimeException {

  private final String field;

  CartFullException(String message, String field) {
    super(message);
    this.field = field;
  }

  /** The invalid input. */
  public String getField() {
    return field;
  }
}
