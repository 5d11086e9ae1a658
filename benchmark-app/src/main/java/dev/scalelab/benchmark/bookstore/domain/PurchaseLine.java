package dev.scalelab.benchmark.bookstore.domain;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.math.BigDecimal;

/** A number of copies of a book, at the price at the time of purchase. */
@Embeddable
public class PurchaseLine {

  @Column(nullable = false)
  private int copies;

  @Column(name = "unit_price", nullable = false, precision = 8, scale = 2)
  private BigDecimal unitPrice;

  /** For Jakarta Persistence. */
  protected PurchaseLine() {}

  PurchaseLine(int copies, BigDecimal unitPrice) {
    this.copies = copies;
    this.unitPrice = unitPrice;
  }

  BigDecimal total() {
    return unitPrice.multiply(BigDecimal.valueOf(copies));
  }
}
