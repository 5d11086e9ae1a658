package dev.scalelab.benchmark.ecperf.customer.domain;

import java.time.Instant;
import java.util.List;

/** All large orders of which it is not known yet that manufacturing has accepted them. */
public interface UnpassedOrders {

  /** Stores one. */
  void add(UnpassedOrder order);

  /** Those that are due, and not locked by other transactions; locked until this one ends. */
  List<UnpassedOrder> due(Instant now, int limit);

  /** Removes the one of an order, if there is one. */
  void remove(long orderId);
}
