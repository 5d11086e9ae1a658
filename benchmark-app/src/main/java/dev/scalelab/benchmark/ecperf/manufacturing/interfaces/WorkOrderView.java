package dev.scalelab.benchmark.ecperf.manufacturing.interfaces;

import dev.scalelab.benchmark.ecperf.manufacturing.domain.WorkOrder;

/** A work order as JSON; the line is "planned" or "large". */
public record WorkOrderView(
    long workOrderId, String line, int itemId, int quantity, int station, boolean completed) {

  static WorkOrderView of(WorkOrder workOrder) {
    return new WorkOrderView(
        workOrder.getId(),
        workOrder.getLargeOrderId().isPresent() ? "large" : "planned",
        workOrder.getItemId(),
        workOrder.getQuantity(),
        workOrder.getStation(),
        workOrder.isCompleted());
  }
}
