package dev.scalelab.benchmark.ecperf.customer.domain;

import jakarta.ejb.ApplicationException;

/** Nothing has the id that was given. */
@ApplicationException(rollback = true)
public class UnknownIdException extends RuntimeException {

  private final String field;

  private UnknownIdException(String kind, long id) {
    super("there is no " + kind + " " + id);
    this.field = kind + "Id";
  }

  /** No customer has this id. */
  public static UnknownIdException customer(int id) {
    return new UnknownIdException("customer", id);
  }

  /** No item has this id. */
  public static UnknownIdException item(int id) {
    return new UnknownIdException("item", id);
  }

  /** No order has this id. */
  public static UnknownIdException order(long id) {
    return new UnknownIdException("order", id);
  }

  /** The input that held the id. */
  public String getField() {
    return field;
  }
}
