package dev.scalelab.benchmark.ecperf.supplier.application;

import dev.scalelab.benchmark.ecperf.supplier.domain.OutsideSupplier;
import dev.scalelab.benchmark.ecperf.supplier.domain.OutsideSupplier.Answer;
import dev.scalelab.benchmark.ecperf.supplier.domain.PurchaseOrder;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;

/** Sends purchase orders to their suppliers, and stores the answers. */
@Stateless
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class SendPurchaseOrders {

  private static final int BATCH = 50;

  private Correspondence correspondence;
  private OutsideSupplier supplier;

  /** For the container. */
  public SendPurchaseOrders() {}

  @Inject
  SendPurchaseOrders(Correspondence correspondence, OutsideSupplier supplier) {
    this.correspondence = correspondence;
    this.supplier = supplier;
  }

  /** Whether a supplier is configured; without one all orders stay open. */
  public boolean isPossible() {
    return supplier.isKnown();
  }

  /** Sends all due orders, until a supplier does not answer. */
  public void sendDue() {
    for (PurchaseOrder order : correspondence.takeDue(BATCH)) {
      Answer answer = supplier.send(order);
      correspondence.record(order.getNumber(), answer);
      if (answer.equals(Answer.NONE)) {
        // The others would also wait in vain; they are due again soon.
        return;
      }
    }
  }
}
