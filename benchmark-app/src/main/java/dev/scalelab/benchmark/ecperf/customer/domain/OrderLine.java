package dev.scalelab.benchmark.ecperf.customer.domain;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.math.BigDecimal;
import java.util.Objects;

/** A number of pieces of an item, at the price agreed when the line was ordered. */
@Embeddable
public class OrderLine {

  @Column(nullable = false)
  private int quantity;

  @Column(name = "unit_price", nullable = false, precision = 8, scale = 2)
  private BigDecimal unitPrice;

  @Column(name = "made_to_order", nullable = false)
  private int madeToOrder;

  /** For Jakarta Persistence. */
  protected OrderLine() {}

  OrderLine(int quantity, BigDecimal unitPrice) {
    this(quantity, unitPrice, 0);
  }

  private OrderLine(int quantity, BigDecimal unitPrice, int madeToOrder) {
    this.quantity = quantity;
    this.unitPrice = unitPrice;
    this.madeToOrder = madeToOrder;
  }

  /** The same price for another quantity; the number of pieces made to order stays unchanged. */
  OrderLine withQuantity(int newQuantity) {
    return new OrderLine(newQuantity, unitPrice, madeToOrder);
  }

  /** The same line, with all pieces made to order. */
  OrderLine allMadeToOrder() {
    return new OrderLine(quantity, unitPrice, quantity);
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

  /** The number of pieces passed to manufacturing's large-order line; 0 if none. */
  public int getMadeToOrder() {
    return madeToOrder;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OrderLine that
        && quantity == that.quantity
        && madeToOrder == that.madeToOrder
        && unitPrice.equals(that.unitPrice);
  }

  @Override
  public int hashCode() {
    return Objects.hash(quantity, unitPrice, madeToOrder);
  }
}
