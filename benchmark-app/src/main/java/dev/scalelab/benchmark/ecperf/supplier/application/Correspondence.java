package dev.scalelab.benchmark.ecperf.supplier.application;

import dev.scalelab.benchmark.ecperf.supplier.domain.OutsideSupplier.Answer;
import dev.scalelab.benchmark.ecperf.supplier.domain.PurchaseOrder;
import dev.scalelab.benchmark.ecperf.supplier.domain.PurchaseOrders;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;

/**
 * The purchase orders to be sent to suppliers, and the suppliers' answers.
 *
 * <p>One transaction before an order is sent and one after it: none is in flight while a supplier
 * answers.
 */
@Stateless
public class Correspondence {

  private PurchaseOrders orders;
  private Buyer buyer;

  /** For the container. */
  public Correspondence() {}

  @Inject
  Correspondence(PurchaseOrders orders, Buyer buyer) {
    this.orders = orders;
    this.buyer = buyer;
  }

  /**
   * Up to this number of orders that are due. This server sends them now; no other does for a
   * while.
   */
  public List<PurchaseOrder> takeDue(int limit) {
    Instant now = now();
    List<PurchaseOrder> due = orders.due(now, limit);
    due.forEach(order -> order.attempt(now));
    return due;
  }

  /** Stores the supplier's answer to an order; an order that was removed by a reset is ignored. */
  public void record(UUID number, Answer answer) {
    orders
        .findToChange(number)
        .ifPresent(
            order -> {
              switch (answer.decision()) {
                case ACCEPTED -> order.accept(now().plus(answer.within()));
                case REFUSED -> refuse(order);
                case NONE -> order.fail();
              }
            });
  }

  private void refuse(PurchaseOrder order) {
    if (order.refuse()) {
      buyer.refused(order.getPartId(), order.getQuantity());
    }
  }

  // The database stores microseconds.
  private static Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.MICROS);
  }
}
