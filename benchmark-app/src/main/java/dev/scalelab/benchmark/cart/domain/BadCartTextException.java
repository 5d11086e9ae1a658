package dev.scalelab.benchmark.cart.domain;

/** What a client sent as its cart is none. */
public final class BadCartTextException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BadCartTextException() {
    super("state must be the text of a cart, as in the last response");
  }
}
