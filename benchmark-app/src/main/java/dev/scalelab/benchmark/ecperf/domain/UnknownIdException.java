package dev.scalelab.benchmark.ecperf.domain;

import jakarta.ejb.ApplicationException;

/** No object exists with the given id. */
@ApplicationException(rollback = true)
public class UnknownIdException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String field;

  private UnknownIdException(String kind, Object id, String field) {
    super("there is no " + kind + " " + id);
    this.field = field;
  }

  /** No customer has this id. */
  public static UnknownIdException customer(int id) {
    return new UnknownIdException("customer", id, "customerId");
  }

  /** No item has this id. */
  public static UnknownIdException item(int id) {
    return new UnknownIdException("item", id, "itemId");
  }

  /** No order has this id. */
  public static UnknownIdException order(long id) {
    return new UnknownIdException("order", id, "orderId");
  }

  /** No part has this id. */
  public static UnknownIdException part(int id) {
    return new UnknownIdException("part", id, "partId");
  }

  /** No work order has this id. */
  public static UnknownIdException workOrder(long id) {
    return new UnknownIdException("work order", id, "workOrderId");
  }

  /** No purchase order has this number. */
  public static UnknownIdException purchaseOrder(Object number) {
    return new UnknownIdException("purchase order", number, "number");
  }

  /** The input that contained the id. */
  public String getField() {
    return field;
  }
}
