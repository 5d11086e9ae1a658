package dev.scalelab.benchmark.ecperf.customer.application;

import dev.scalelab.benchmark.ecperf.customer.domain.Order;
import dev.scalelab.benchmark.ecperf.customer.domain.Orders;
import dev.scalelab.benchmark.ecperf.customer.domain.UnpassedOrder;
import dev.scalelab.benchmark.ecperf.customer.domain.UnpassedOrders;
import dev.scalelab.benchmark.ecperf.domain.Domain;
import dev.scalelab.benchmark.ecperf.domain.Partition;
import dev.scalelab.benchmark.ecperf.manufacturing.application.LargeOrderLine;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * The customer domain's side of passing large orders to manufacturing's large-order line, in its
 * own transactions.
 */
@Stateless
public class PassLargeOrder {

  private LargeOrderLine line;
  private UnpassedOrders unpassed;
  private Orders orders;
  private Partition partition;

  /** For the container. */
  public PassLargeOrder() {}

  @Inject
  PassLargeOrder(LargeOrderLine line, UnpassedOrders unpassed, Orders orders, Partition partition) {
    this.line = line;
    this.unpassed = unpassed;
    this.orders = orders;
    this.partition = partition;
  }

  /** Whether manufacturing is in another partition, which takes orders after they are placed. */
  public boolean isLater() {
    return !partition.has(Domain.MANUFACTURING);
  }

  /** Passes a new order on, or records that it has to be. */
  public void pass(Order order) {
    if (isLater()) {
      unpassed.add(new UnpassedOrder(order.getId(), now()));
    } else {
      line.take(order.getId(), order.piecesMadeToOrder());
    }
  }

  /** Up to this number of orders that are due. This server passes them on; no other does now. */
  public List<Order> takeDue(int limit) {
    Instant now = now();
    List<UnpassedOrder> due = unpassed.due(now, limit);
    due.forEach(order -> order.attempt(now));
    return due.stream().flatMap(one -> orders.find(one.getOrderId()).stream()).toList();
  }

  /** Manufacturing has accepted an order. */
  public void accepted(Order order) {
    unpassed.remove(order.getId());
  }

  // The database stores microseconds.
  private static Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.MICROS);
  }
}
