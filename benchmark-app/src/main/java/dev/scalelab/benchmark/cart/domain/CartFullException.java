package dev.scalelab.benchmark.cart.domain;

import jakarta.ejb.ApplicationException;

/** The cart holds the maximum number of products. */
@ApplicationException
public class CartFullException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int changes;

  /**
   * Creates the exception with its message.
   *
   * @param changes number of changes made to the cart
   */
  CartFullException(int changes) {
    super("the cart holds at most " + Cart.MAX_PRODUCTS + " products");
    this.changes = changes;
  }

  /** Number of changes made to the cart. */
  public int changes() {
    return changes;
  }
}
