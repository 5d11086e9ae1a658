package dev.scalelab.benchmark.ecperf.customer.interfaces;

import dev.scalelab.benchmark.ecperf.customer.domain.AlreadyOrderedException;
import dev.scalelab.benchmark.ecperf.customer.domain.CartFullException;
import dev.scalelab.benchmark.ecperf.customer.domain.CartLostException;
import dev.scalelab.benchmark.ecperf.customer.domain.EmptyCartException;
import dev.scalelab.benchmark.ecperf.customer.domain.OrderClosedException;
import dev.scalelab.benchmark.web.Refused;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.Provider;

/** HTTP status of each error of the customer domain. */
public final class CustomerErrors {

  private CustomerErrors() {}

  /** The cart is empty: 409. */
  @Provider
  public static class EmptyCart extends Refused<EmptyCartException> {
    /** For the container. */
    public EmptyCart() {
      super(Status.CONFLICT);
    }
  }

  /** The cart was already ordered: 409. */
  @Provider
  public static class AlreadyOrdered extends Refused<AlreadyOrderedException> {
    /** For the container. */
    public AlreadyOrdered() {
      super(Status.CONFLICT);
    }
  }

  /** The order is cancelled, or made to order: 409. */
  @Provider
  public static class OrderClosed extends Refused<OrderClosedException> {
    /** For the container. */
    public OrderClosed() {
      super(Status.CONFLICT);
    }
  }

  /** The cart was lost with its server: 409. */
  @Provider
  public static class CartLost extends Refused<CartLostException> {
    /** For the container. */
    public CartLost() {
      super(Status.CONFLICT);
    }
  }

  /** The cart would exceed its limits: 409. */
  @Provider
  public static class CartFull extends Refused<CartFullException> {
    /** For the container. */
    public CartFull() {
      super(Status.CONFLICT, CartFullException::getField);
    }
  }
}
