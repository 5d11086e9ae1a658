package dev.scalelab.benchmark.ecperf.supplier.application;

import dev.scalelab.benchmark.ecperf.domain.UnknownIdException;
import dev.scalelab.benchmark.ecperf.supplier.domain.PurchaseOrder;
import dev.scalelab.benchmark.ecperf.supplier.domain.PurchaseOrders;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.util.UUID;

/** Looks a purchase order up. */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class PurchaseOrderStatus {

  private PurchaseOrders orders;

  /** For the container. */
  public PurchaseOrderStatus() {}

  @Inject
  PurchaseOrderStatus(PurchaseOrders orders) {
    this.orders = orders;
  }

  /**
   * Returns the purchase order.
   *
   * @throws UnknownIdException if the purchase order does not exist
   */
  public PurchaseOrder of(UUID number) {
    return orders.find(number).orElseThrow(() -> UnknownIdException.purchaseOrder(number));
  }
}
