package dev.scalelab.benchmark.cart.interfaces;

import dev.scalelab.benchmark.cart.domain.Cart;

/**
 * A cart as JSON.
 *
 * @param changes how many changes the session's cart has seen; 0 where there is none yet
 * @param products how many products are in it
 * @param bytes size of their descriptions
 */
public record CartView(int changes, int products, int bytes) {

  static CartView of(Cart cart) {
    return new CartView(cart.changes(), cart.size(), cart.bytes());
  }
}
