package dev.scalelab.benchmark.cart.domain;

/** A cart that is gone with the server that had its only copy. */
public final class CartLostException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public CartLostException() {
    super("the cart is lost with the server that had it");
  }
}
