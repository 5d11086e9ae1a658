package dev.scalelab.benchmark.cart.application;

import dev.scalelab.benchmark.cart.domain.Cart;
import jakarta.ejb.NoSuchEJBException;

/**
 * The cart of the visitor who has sent the request, in a stateful bean. Calls throw {@link
 * NoSuchEJBException} if the bean was lost with its server.
 */
public interface VisitorsCart {

  /** Whether the visitor has a cart. */
  boolean hasBegun();

  /** A copy of the cart. */
  Cart content();

  /** Adds a product, to a new cart if the visitor has none, and returns a copy of the result. */
  Cart add(int productId, int descriptionBytes);

  /** Removes the cart, if it still exists, and what refers to it. */
  void end();
}
