package dev.scalelab.benchmark.ecperf.supplier.domain;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** All purchase orders. */
public interface PurchaseOrders {

  /** Stores a new purchase order. */
  void add(PurchaseOrder order);

  /** The purchase order with this number, read-only. */
  Optional<PurchaseOrder> find(UUID number);

  /** The purchase order with this number, locked until the transaction ends. */
  Optional<PurchaseOrder> findToChange(UUID number);

  /**
   * Up to this number of due orders that are not locked by another transaction; they are locked
   * until the transaction ends.
   */
  List<PurchaseOrder> due(Instant now, int limit);
}
