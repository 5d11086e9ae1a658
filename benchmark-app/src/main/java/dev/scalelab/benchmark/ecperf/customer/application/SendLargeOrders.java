package dev.scalelab.benchmark.ecperf.customer.application;

import dev.scalelab.benchmark.ecperf.customer.domain.Order;
import dev.scalelab.benchmark.ecperf.manufacturing.application.LargeOrderLine;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;

/**
 * Passes large orders to manufacturing in another partition.
 *
 * <p>Outside of transactions, after the order was placed: an order is neither lost nor made twice,
 * whichever of the two fails in between.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class SendLargeOrders {

  private static final int BATCH = 50;

  private PassLargeOrder passLargeOrder;
  private LargeOrderLine line;

  /** For the container. */
  public SendLargeOrders() {}

  @Inject
  SendLargeOrders(PassLargeOrder passLargeOrder, LargeOrderLine line) {
    this.passLargeOrder = passLargeOrder;
    this.line = line;
  }

  /** Whether orders have to be sent; otherwise manufacturing takes them when they are placed. */
  public boolean isNeeded() {
    return passLargeOrder.isLater();
  }

  /** Sends an order that was just placed, and is large. If that fails, it is due later. */
  public void send(Order order) {
    line.take(order.getId(), order.piecesMadeToOrder());
    passLargeOrder.accepted(order);
  }

  /** Sends all due orders, until manufacturing does not answer. */
  public void sendDue() {
    for (Order order : passLargeOrder.takeDue(BATCH)) {
      line.takeOnce(order.getId(), order.piecesMadeToOrder());
      passLargeOrder.accepted(order);
    }
  }
}
