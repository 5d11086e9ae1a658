package dev.scalelab.benchmark.cart.domain;

import jakarta.ejb.ApplicationException;

/** The cart holds as many products as it may. */
@ApplicationException
public class CartFullException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int changes;

  /**
   * Says so.
   *
   * @param changes how many the cart has seen
   */
  CartFullException(int changes) {
    super("the cart holds at most " + Cart.MAX_PRODUCTS + " products");
    this.changes = changes;
  }

  /** How many changes the cart has seen. */
  public int changes() {
    return changes;
  }
}
