package dev.scalelab.benchmark.ecperf.customer.application;

import dev.scalelab.benchmark.ecperf.customer.domain.Order;
import dev.scalelab.benchmark.ecperf.customer.domain.Orders;
import dev.scalelab.benchmark.ecperf.domain.UnknownIdException;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;

/** ECperf's <em>order status</em>: one query, which needs no transaction around it. */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class OrderStatus {

  private Orders orders;

  /** For the container. */
  public OrderStatus() {}

  @Inject
  OrderStatus(Orders orders) {
    this.orders = orders;
  }

  /**
   * The order with its lines.
   *
   * @throws UnknownIdException if no order has this id
   */
  public Order of(long orderId) {
    return orders.find(orderId).orElseThrow(() -> UnknownIdException.order(orderId));
  }
}
