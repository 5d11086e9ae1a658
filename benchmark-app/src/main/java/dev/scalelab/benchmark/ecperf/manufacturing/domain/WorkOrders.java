package dev.scalelab.benchmark.ecperf.manufacturing.domain;

import java.util.Optional;
import java.util.UUID;

/** All work orders. */
public interface WorkOrders {

  /** Stores a new work order, and sets its id. */
  void add(WorkOrder workOrder);

  /** The work order with this id, read-only. */
  Optional<WorkOrder> find(long id);

  /** The work order with this id, locked until the transaction ends. */
  Optional<WorkOrder> findToChange(long id);

  /**
   * The large order's work order, unless it is completed or locked by another transaction; it is
   * locked until the transaction ends.
   */
  Optional<WorkOrder> findLeft(UUID largeOrderId);
}
