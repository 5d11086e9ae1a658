package dev.scalelab.benchmark.ecperf.manufacturing.domain;

import java.util.Optional;
import java.util.UUID;

/** All large orders. */
public interface LargeOrders {

  /** Keeps a new large order. */
  void add(LargeOrder largeOrder);

  /**
   * The oldest that waits and that nobody else has; it is this transaction's until its end. Empty
   * when there is none.
   */
  Optional<LargeOrder> nextWaiting();

  /** The large order of this id. */
  Optional<LargeOrder> find(UUID id);
}
