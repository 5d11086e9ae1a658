package dev.scalelab.benchmark.ecperf.manufacturing.domain;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** All large orders. */
public interface LargeOrders {

  /** Stores a new large order. */
  void add(LargeOrder largeOrder);

  /**
   * The large order that has been due for the longest time and is not locked by another
   * transaction: it waits, or the work on it was left. It is locked until the transaction ends.
   * Empty if none is due.
   */
  Optional<LargeOrder> nextDue(Instant now);

  /** Whether there is one for a customer's order. */
  boolean include(long orderId);

  /** The large order with this id. */
  Optional<LargeOrder> find(UUID id);
}
