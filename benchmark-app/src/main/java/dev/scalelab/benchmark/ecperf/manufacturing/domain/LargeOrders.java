package dev.scalelab.benchmark.ecperf.manufacturing.domain;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** All large orders. */
public interface LargeOrders {

  /** Keeps a new large order. */
  void add(LargeOrder largeOrder);

  /**
   * The one that is due for longest, by now, and that nobody else has: it waits, or the work on it
   * was left. It is this transaction's until its end. Empty when there is none.
   */
  Optional<LargeOrder> nextDue(Instant now);

  /** The large order of this id. */
  Optional<LargeOrder> find(UUID id);
}
