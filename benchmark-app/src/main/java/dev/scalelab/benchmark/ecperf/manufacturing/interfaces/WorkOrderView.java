package dev.scalelab.benchmark.ecperf.manufacturing.interfaces;

import dev.scalelab.benchmark.ecperf.manufacturing.domain.WorkOrder;

/**
 * A work order as JSON; the line is "planned" or "large".
 *
 * @param cancelled null, and not in the JSON, unless the work order is cancelled
 */
public record WorkOrderView(
    long workOrderId,
    String line,
    int itemId,
    int quantity,
    int station,
    boolean completed,
    Boolean cancelled) {

  static WorkOrderView of(WorkOrder workOrder) {
    return new WorkOrderView(
        workOrder.getId(),
        workOrder.getLargeOrderId().isPresent() ? "large" : "planned",
        workOrder.getItemId(),
        workOrder.getQuantity(),
        workOrder.getStation(),
        workOrder.isCompleted(),
        workOrder.isCancelled() ? Boolean.TRUE : null);
  }
}
