package dev.scalelab.benchmark.ecperf.manufacturing.application;

import dev.scalelab.benchmark.ecperf.domain.UnknownIdException;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.Inventory;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.LargeOrder;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.LargeOrders;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.OutOfStockException;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.Stock;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.WorkOrder;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.WorkOrders;
import dev.scalelab.benchmark.ecperf.supplier.application.Purchases;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * ECperf's <em>schedule work order</em>: takes parts from the store for a production line, and
 * orders parts that run low from their suppliers in the same transaction.
 */
@Stateless
public class ScheduleWorkOrder {

  private Inventory inventory;
  private WorkOrders workOrders;
  private LargeOrders largeOrders;
  private Purchases purchases;

  /** For the container. */
  public ScheduleWorkOrder() {}

  @Inject
  ScheduleWorkOrder(
      Inventory inventory, WorkOrders workOrders, LargeOrders largeOrders, Purchases purchases) {
    this.inventory = inventory;
    this.workOrders = workOrders;
    this.largeOrders = largeOrders;
    this.purchases = purchases;
  }

  /**
   * A work order of a planned line.
   *
   * @throws UnknownIdException if the item does not exist
   * @throws OutOfStockException if parts are missing, which were ordered
   */
  public WorkOrder planned(int itemId, int quantity) {
    takeParts(itemId, quantity);
    return keep(WorkOrder.planned(itemId, quantity, now()));
  }

  /**
   * A work order of the large-order line, for the large order that has waited longest. If that has
   * a work order that was left uncompleted, this work order is restarted. Empty if no large order
   * waits, or if the one that has waited longest is currently being completed.
   *
   * @throws OutOfStockException if parts are missing, which were ordered; the large order still
   *     waits
   */
  public Optional<WorkOrder> large() {
    Instant now = now();
    return largeOrders
        .nextDue(now)
        .flatMap(
            large ->
                large.getState() == LargeOrder.State.WAITING
                    ? Optional.of(begin(large, now))
                    : beginAnew(large, now));
  }

  private WorkOrder begin(LargeOrder large, Instant now) {
    takeParts(large.getItemId(), large.getQuantity());
    return keep(WorkOrder.of(large, now));
  }

  private Optional<WorkOrder> beginAnew(LargeOrder large, Instant now) {
    Optional<WorkOrder> left = workOrders.findLeft(large.getId());
    left.ifPresent(
        workOrder -> {
          workOrder.beginAnew();
          large.schedule(now);
        });
    return left;
  }

  private WorkOrder keep(WorkOrder workOrder) {
    workOrders.add(workOrder);
    return workOrder;
  }

  private void takeParts(int itemId, int quantity) {
    Map<Integer, Integer> needs =
        inventory
            .assembly(itemId)
            .orElseThrow(() -> UnknownIdException.item(itemId))
            .partsFor(quantity);
    List<Stock> stocks = inventory.lock(needs.keySet());
    Optional<Stock> lacking =
        stocks.stream().filter(stock -> !stock.has(needs.get(stock.getPartId()))).findFirst();
    for (Stock stock : stocks) {
      int need = needs.get(stock.getPartId());
      if (lacking.isEmpty()) {
        stock.take(need);
      }
      int ordered = stock.reorderFor(lacking.isEmpty() ? 0 : need);
      if (ordered > 0) {
        purchases.order(stock.getPartId(), ordered);
      }
    }
    lacking.ifPresent(
        stock -> {
          int missing = needs.get(stock.getPartId()) - stock.getOnHand();
          throw new OutOfStockException(stock.getPartId(), missing);
        });
  }

  // The database stores microseconds.
  private static Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.MICROS);
  }
}
