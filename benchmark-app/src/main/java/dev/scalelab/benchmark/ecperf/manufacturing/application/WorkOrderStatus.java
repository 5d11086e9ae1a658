package dev.scalelab.benchmark.ecperf.manufacturing.application;

import dev.scalelab.benchmark.ecperf.domain.UnknownIdException;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.WorkOrder;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.WorkOrders;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;

/** Looks a work order up. */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class WorkOrderStatus {

  private WorkOrders workOrders;

  /** For the container. */
  public WorkOrderStatus() {}

  @Inject
  WorkOrderStatus(WorkOrders workOrders) {
    this.workOrders = workOrders;
  }

  /**
   * Returns the work order.
   *
   * @throws UnknownIdException if the work order does not exist
   */
  public WorkOrder of(long workOrderId) {
    return workOrders
        .find(workOrderId)
        .orElseThrow(() -> UnknownIdException.workOrder(workOrderId));
  }
}
