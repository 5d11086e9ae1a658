package dev.scalelab.benchmark.ecperf.manufacturing.domain;

import java.util.Optional;

/** All work orders. */
public interface WorkOrders {

  /** Keeps a new work order, which gets its id. */
  void add(WorkOrder workOrder);

  /** The work order of this id, to be looked at. */
  Optional<WorkOrder> find(long id);

  /** The work order of this id, which nobody else can change until the transaction ends. */
  Optional<WorkOrder> findToChange(long id);
}
