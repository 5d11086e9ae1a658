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
 * What is sent to suppliers, and what they say.
 *
 * <p>A transaction before the sending and one after it: none is open while a supplier thinks.
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

  /** At most so many orders that this server, and no other for a while, is to send now. */
  public List<PurchaseOrder> takeDue(int limit) {
    Instant now = now();
    List<PurchaseOrder> due = orders.due(now, limit);
    due.forEach(order -> order.attempt(now));
    return due;
  }

  /**
   * Writes down what the supplier has said to an order; one that a reset has removed is no more.
   */
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

  // The database keeps microseconds.
  private static Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.MICROS);
  }
}
