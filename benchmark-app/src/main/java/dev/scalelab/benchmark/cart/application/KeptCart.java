package dev.scalelab.benchmark.cart.application;

import dev.scalelab.benchmark.cart.domain.Cart;

/** A cart in a stateful bean to which a server refers by the bean's identifier. */
public interface KeptCart {

  /** A copy of the cart. */
  Cart content();

  /** Adds a product with this number of bytes of state, and returns a copy of the changed cart. */
  Cart add(int productId, int descriptionBytes);

  /** Removes the bean. */
  void end();
}
