package dev.scalelab.load.profile;

import java.util.Map;
import java.util.TreeMap;

/** Decides which new orders are large: exact proportions among them, shuffled by a seed. */
public final class OrderSizes {
  private final LargeOrders largeOrders;
  private final TransactionMix mix;
  private final Shares<Boolean> large;

  /**
   * @param mix determines which of the transactions are new orders
   * @param seed the same seed makes the same ones large
   */
  public OrderSizes(LargeOrders largeOrders, TransactionMix mix, long seed) {
    this.largeOrders = largeOrders;
    this.mix = mix;
    int percent = largeOrders.percent();
    this.large =
        new Shares<>(
            new TreeMap<>(Map.of(true, percent, false, 100 - percent)), seed, Seeds.LARGE_ORDERS);
  }

  /**
   * The data of the new order with that index in the mix's sequence, with the size of that order.
   */
  public TransactionData sized(TransactionData data, long place) {
    if (!largeOrders.wanted()) {
      return data;
    }
    return large.of(mix.sameBefore(place)) ? data.withMinPieces(largeOrders.pieces()) : small(data);
  }

  /** The data of an order that is not large: it can be cancelled. */
  public TransactionData small(TransactionData data) {
    return largeOrders.wanted() ? data.withFewerThan(largeOrders.pieces()) : data;
  }
}
