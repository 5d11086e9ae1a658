package dev.scalelab.benchmark.cart.interfaces;

import dev.scalelab.benchmark.cart.domain.CartFullException;
import dev.scalelab.benchmark.cart.domain.CartLostException;
import dev.scalelab.benchmark.web.Refused;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.Provider;

/** The HTTP status of what the cart refuses. */
public final class CartErrors {

  private CartErrors() {}

  /** A product more than the cart holds: 409. */
  @Provider
  public static class CartFull extends Refused<CartFullException> {
    /** For the container. */
    public CartFull() {
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
}
