package dev.scalelab.benchmark.ecperf.supplier.domain;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** All purchase orders. */
public interface PurchaseOrders {

  /** Keeps a new purchase order. */
  void add(PurchaseOrder order);

  /** The purchase order of this number, to be looked at. */
  Optional<PurchaseOrder> find(UUID number);

  /** The purchase order of this number, which nobody else can change until the transaction ends. */
  Optional<PurchaseOrder> findToChange(UUID number);

  /**
   * At most so many that are to be sent by now and that nobody else has; they are this
   * transaction's until its end.
   */
  List<PurchaseOrder> due(Instant now, int limit);
}
