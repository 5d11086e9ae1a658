package dev.scalelab.benchmark.ecperf.customer.domain;

import jakarta.ejb.ApplicationException;

/** The cart has no room for what was to be added. */
@ApplicationException(rollback = true)
public class CartFullException extends RuntimeException {

  private final String field;

  CartFullException(String message, String field) {
    super(message);
    this.field = field;
  }

  /** The input that broke the rule. */
  public String getField() {
    return field;
  }
}
