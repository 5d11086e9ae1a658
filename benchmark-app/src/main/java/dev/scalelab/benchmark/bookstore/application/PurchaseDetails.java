package dev.scalelab.benchmark.bookstore.application;

import dev.scalelab.benchmark.bookstore.domain.Purchase;
import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Instant;

/** A purchase that a reader has made. */
public record PurchaseDetails(long id, int readerId, Instant boughtAt, BigDecimal total)
    implements Serializable {

  static PurchaseDetails of(Purchase purchase) {
    return new PurchaseDetails(
        purchase.getId(), purchase.getReaderId(), purchase.getBoughtAt(), purchase.getTotal());
  }
}
