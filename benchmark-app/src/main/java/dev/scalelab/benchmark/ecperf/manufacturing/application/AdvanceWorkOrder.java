package dev.scalelab.benchmark.ecperf.manufacturing.application;

import dev.scalelab.benchmark.ecperf.domain.UnknownIdException;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.Inventory;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.LargeOrder;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.LargeOrders;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.OutOfTurnException;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.WorkOrder;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.WorkOrders;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** ECperf's <em>update</em> and <em>complete work order</em>: a step on the production line. */
@Stateless
public class AdvanceWorkOrder {

  private WorkOrders workOrders;
  private LargeOrders largeOrders;
  private Inventory inventory;

  /** For the container. */
  public AdvanceWorkOrder() {}

  @Inject
  AdvanceWorkOrder(WorkOrders workOrders, LargeOrders largeOrders, Inventory inventory) {
    this.workOrders = workOrders;
    this.largeOrders = largeOrders;
    this.inventory = inventory;
  }

  /**
   * Moves the work order through a station.
   *
   * @throws UnknownIdException if the work order does not exist
   * @throws OutOfTurnException if another step is next
   */
  public WorkOrder passStation(long workOrderId, int station) {
    WorkOrder workOrder = find(workOrderId);
    workOrder.passStation(station);
    return workOrder;
  }

  /**
   * Completes the work order: the items go to the store, or to the customer of the large order.
   *
   * @throws UnknownIdException if the work order does not exist
   * @throws OutOfTurnException if another step is next
   */
  public WorkOrder complete(long workOrderId) {
    WorkOrder workOrder = find(workOrderId);
    workOrder.complete(Instant.now().truncatedTo(ChronoUnit.MICROS));
    workOrder
        .getLargeOrderId()
        .flatMap(largeOrders::find)
        .ifPresentOrElse(
            LargeOrder::ship,
            () -> inventory.addFinished(workOrder.getItemId(), workOrder.getQuantity()));
    return workOrder;
  }

  private WorkOrder find(long id) {
    return workOrders.findToChange(id).orElseThrow(() -> UnknownIdException.workOrder(id));
  }
}
