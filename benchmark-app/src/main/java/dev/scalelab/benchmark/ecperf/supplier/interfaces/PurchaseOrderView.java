package dev.scalelab.benchmark.ecperf.supplier.interfaces;

import dev.scalelab.benchmark.ecperf.supplier.domain.PurchaseOrder;

/** A purchase order as JSON; the state is "OPEN", "ACCEPTED", "REFUSED" or "DELIVERED". */
public record PurchaseOrderView(
    String number, int partId, int supplierId, int quantity, String state, int failedAttempts) {

  static PurchaseOrderView of(PurchaseOrder order) {
    return new PurchaseOrderView(
        order.getNumber().toString(),
        order.getPartId(),
        order.getSupplierId(),
        order.getQuantity(),
        order.getState().name(),
        order.getFailedAttempts());
  }
}
