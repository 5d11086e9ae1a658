package dev.scalelab.benchmark.ecperf.manufacturing.domain;

import java.util.Optional;
import java.util.UUID;

/** All work orders. */
public interface WorkOrders {

  /** Keeps a new work order, which gets its id. */
  void add(WorkOrder workOrder);

  /** The work order of this id, to be looked at. */
  Optional<WorkOrder> find(long id);

  /** The work order of this id, which nobody else can change until the transaction ends. */
  Optional<WorkOrder> findToChange(long id);

  /**
   * The large order's work order, unless it is completed or somebody is at it; it is this
   * transaction's until its end.
   */
  Optional<WorkOrder> findLeft(UUID largeOrderId);
}
