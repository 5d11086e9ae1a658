package dev.scalelab.benchmark.ecperf.customer.domain;

/**
 * Which orders are large.
 *
 * @param pieces an order of so many pieces, or more, is
 */
public record LargeOrderRule(int pieces) {

  /** Whether an order of what is in the cart is large. */
  public boolean isLarge(Cart cart) {
    return cart.pieces() >= pieces;
  }
}
