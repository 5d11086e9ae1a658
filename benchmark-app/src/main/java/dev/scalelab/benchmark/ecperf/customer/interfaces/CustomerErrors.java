package dev.scalelab.benchmark.ecperf.customer.interfaces;

import dev.scalelab.benchmark.ecperf.customer.domain.AlreadyOrderedException;
import dev.scalelab.benchmark.ecperf.customer.domain.CartFullException;
import dev.scalelab.benchmark.ecperf.customer.domain.CartLostException;
import dev.scalelab.benchmark.ecperf.customer.domain.EmptyCartException;
import dev.scalelab.benchmark.web.Refused;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.Provider;

/** The HTTP status of what the customer domain refuses. */
public final class CustomerErrors {

  private CustomerErrors() {}

  /** Ordering an empty cart: 409. */
  @Provider
  public static class EmptyCart extends Refused<EmptyCartException> {
    /** For the container. */
    public EmptyCart() {
      super(Status.CONFLICT);
    }
  }

  /** Ordering a cart a second time: 409. */
  @Provider
  public static class AlreadyOrdered extends Refused<AlreadyOrderedException> {
    /** For the container. */
    public AlreadyOrdered() {
      super(Status.CONFLICT);
    }
  }

  /** A cart that died with its server: 409. */
  @Provider
  public static class CartLost extends Refused<CartLostException> {
    /** For the container. */
    public CartLost() {
      super(Status.CONFLICT);
    }
  }

  /** A cart that would exceed its bounds: 409. */
  @Provider
  public static class CartFull extends Refused<CartFullException> {
    /** For the container. */
    public CartFull() {
      super(Status.CONFLICT, CartFullException::getField);
    }
  }
}
