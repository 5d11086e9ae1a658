package dev.scalelab.benchmark.bookstore.interfaces;

import dev.scalelab.benchmark.bookstore.application.PurchaseDetails;
import java.math.BigDecimal;
import java.time.Instant;

/** A purchase as JSON. */
public record PurchaseView(long purchaseId, int readerId, Instant boughtAt, BigDecimal total) {

  static PurchaseView of(PurchaseDetails purchase) {
    return new PurchaseView(
        purchase.id(), purchase.readerId(), purchase.boughtAt(), purchase.total());
  }
}
