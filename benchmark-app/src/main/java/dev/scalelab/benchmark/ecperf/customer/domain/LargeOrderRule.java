package dev.scalelab.benchmark.ecperf.customer.domain;

/**
 * Decides which orders are large.
 *
 * @param pieces minimum number of pieces of a large order
 */
public record LargeOrderRule(int pieces) {

  /** Whether an order of this cart is large. */
  public boolean isLarge(Cart cart) {
    return cart.pieces() >= pieces;
  }
}
