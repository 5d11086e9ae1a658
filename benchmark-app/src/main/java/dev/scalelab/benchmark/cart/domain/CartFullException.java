package dev.scalelab.benchmark.cart.domain;

import jakarta.ejb.ApplicationException;

/** The cart holds as many products as it may. */
@ApplicationException
public class CartFullException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  CartFullException() {
    super("the cart holds at most " + Cart.MAX_PRODUCTS + " products");
  }
}
