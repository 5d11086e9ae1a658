package dev.scalelab.benchmark.bookstore.interfaces;

import dev.scalelab.benchmark.bookstore.domain.Purchase;
import java.math.BigDecimal;
import java.time.Instant;

/** A purchase as JSON. */
public record PurchaseView(long purchaseId, int readerId, Instant boughtAt, BigDecimal total) {

  static PurchaseView of(Purchase purchase) {
    return new PurchaseView(
        purchase.getId(), purchase.getReaderId(), purchase.getBoughtAt(), purchase.getTotal());
  }
}
