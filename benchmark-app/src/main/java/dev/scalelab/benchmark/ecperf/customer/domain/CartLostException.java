package dev.scalelab.benchmark.ecperf.customer.domain;

/** The cart is lost with the server that had its only copy. */
public final class CartLostException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public CartLostException() {
    super("the cart was lost with its server");
  }
}
