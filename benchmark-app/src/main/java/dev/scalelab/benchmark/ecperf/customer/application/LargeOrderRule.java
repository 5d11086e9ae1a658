package dev.scalelab.benchmark.ecperf.customer.application;

import dev.scalelab.benchmark.ecperf.customer.domain.Cart;
import jakarta.enterprise.context.ApplicationScoped;

/** Which orders are large: those of at least {@code LARGE_ORDER_PIECES} pieces. */
@ApplicationScoped
public class LargeOrderRule {

  private static final String DEFAULT_PIECES = "100";

  private final int pieces;

  /** The rule of this server's settings. */
  public LargeOrderRule() {
    this(Integer.parseInt(System.getenv().getOrDefault("LARGE_ORDER_PIECES", DEFAULT_PIECES)));
  }

  LargeOrderRule(int pieces) {
    this.pieces = pieces;
  }

  /** How many lines of an order of what is in the cart are made to order: all of them, or none. */
  int linesOf(Cart cart) {
    return cart.pieces() >= pieces ? cart.quantities().size() : 0;
  }
}
