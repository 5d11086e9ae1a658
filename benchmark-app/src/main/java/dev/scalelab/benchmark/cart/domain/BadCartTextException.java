package dev.scalelab.benchmark.cart.domain;

/** A client sent text that is not a cart. */
public final class BadCartTextException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BadCartTextException() {
    super("state must be the text of a cart, as in the last response");
  }
}
