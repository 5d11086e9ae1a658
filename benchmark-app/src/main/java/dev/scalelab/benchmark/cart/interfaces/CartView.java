package dev.scalelab.benchmark.cart.interfaces;

import dev.scalelab.benchmark.cart.domain.Cart;

/**
 * A cart as JSON.
 *
 * @param changes number of changes made to the session's cart; 0 if there is no cart yet
 * @param products number of products
 * @param bytes size of their descriptions
 */
public record CartView(int changes, int products, int bytes) {

  static CartView of(Cart cart) {
    return new CartView(cart.changes(), cart.size(), cart.bytes());
  }
}
