package dev.scalelab.benchmark.ecperf.customer.domain;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.math.BigDecimal;
import java.util.Objects;

/** So many pieces of an item at the price agreed when the line was ordered. */
@Embeddable
public class OrderLine {

  @Column(nullable = false)
  private int quantity;

  @Column(name = "unit_price", nullable = false, precision = 8, scale = 2)
  private BigDecimal unitPrice;

  /** For Jakarta Persistence. */
  protected OrderLine() {}

  OrderLine(int quantity, BigDecimal unitPrice) {
    this.quantity = quantity;
    this.unitPrice = unitPrice;
  }

  /** The same price for another quantity. */
  OrderLine withQuantity(int newQuantity) {
    return new OrderLine(newQuantity, unitPrice);
  }

  BigDecimal total() {
    return unitPrice.multiply(BigDecimal.valueOf(quantity));
  }

  public int getQuantity() {
    return quantity;
  }

  public BigDecimal getUnitPrice() {
    return unitPrice;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OrderLine that
        && quantity == that.quantity
        && unitPrice.equals(that.unitPrice);
  }

  @Override
  public int hashCode() {
    return Objects.hash(quantity, unitPrice);
  }
}
