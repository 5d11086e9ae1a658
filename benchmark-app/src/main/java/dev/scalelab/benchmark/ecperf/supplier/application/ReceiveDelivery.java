package dev.scalelab.benchmark.ecperf.supplier.application;

import dev.scalelab.benchmark.ecperf.domain.UnknownIdException;
import dev.scalelab.benchmark.ecperf.supplier.domain.NotOrderedException;
import dev.scalelab.benchmark.ecperf.supplier.domain.PurchaseOrder;
import dev.scalelab.benchmark.ecperf.supplier.domain.PurchaseOrders;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/** A delivery of a supplier: the parts go to the buyer's store, once per purchase order. */
@Stateless
public class ReceiveDelivery {

  private PurchaseOrders orders;
  private Buyer buyer;

  /** For the container. */
  public ReceiveDelivery() {}

  @Inject
  ReceiveDelivery(PurchaseOrders orders, Buyer buyer) {
    this.orders = orders;
    this.buyer = buyer;
  }

  /**
   * Receives the pieces ordered; a second delivery of the same order changes nothing.
   *
   * @throws UnknownIdException if the purchase order does not exist
   * @throws NotOrderedException if the supplier had refused the order
   */
  public void receive(UUID number) {
    PurchaseOrder order =
        orders.findToChange(number).orElseThrow(() -> UnknownIdException.purchaseOrder(number));
    if (order.deliver(Instant.now().truncatedTo(ChronoUnit.MICROS))) {
      buyer.delivered(order.getPartId(), order.getQuantity());
    }
  }
}
