package dev.scalelab.benchmark.ecperf.manufacturing.application;

import dev.scalelab.benchmark.ecperf.domain.UnknownIdException;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.Inventory;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.OutOfTurnException;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.WorkOrder;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.WorkOrders;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/** ECperf's <em>cancel work order</em>: a planned line gives up what it has begun. */
@Stateless
public class CancelWorkOrder {

  private WorkOrders workOrders;
  private Inventory inventory;

  /** For the container. */
  public CancelWorkOrder() {}

  @Inject
  CancelWorkOrder(WorkOrders workOrders, Inventory inventory) {
    this.workOrders = workOrders;
    this.inventory = inventory;
  }

  /**
   * Cancels a work order of a planned line, and returns its parts to the store, once.
   *
   * @throws UnknownIdException if the work order does not exist
   * @throws OutOfTurnException if it is completed, or of the large-order line
   */
  public void cancel(long workOrderId) {
    WorkOrder workOrder =
        workOrders
            .findToChange(workOrderId)
            .orElseThrow(() -> UnknownIdException.workOrder(workOrderId));
    // The database stores microseconds.
    if (workOrder.cancel(Instant.now().truncatedTo(ChronoUnit.MICROS))) {
      returnParts(workOrder.getItemId(), workOrder.getQuantity());
    }
  }

  private void returnParts(int itemId, int quantity) {
    Map<Integer, Integer> parts =
        inventory
            .assembly(itemId)
            .orElseThrow(() -> UnknownIdException.item(itemId))
            .partsFor(quantity);
    inventory.lock(parts.keySet()).forEach(stock -> stock.putBack(parts.get(stock.getPartId())));
  }
}
