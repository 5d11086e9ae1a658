package dev.scalelab.benchmark.ecperf.manufacturing.application;

import java.util.Map;

/** Makes what customers order in large numbers, for the other domains. */
public interface LargeOrderLine {

  /** Accepts an order with this number of pieces of each item, by item id. */
  void take(long orderId, Map<Integer, Integer> pieces);

  /** The same for an order that may have been accepted before; then it is not accepted again. */
  void takeOnce(long orderId, Map<Integer, Integer> pieces);
}
