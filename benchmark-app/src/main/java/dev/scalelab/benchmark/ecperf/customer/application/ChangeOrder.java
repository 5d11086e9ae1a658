package dev.scalelab.benchmark.ecperf.customer.application;

import dev.scalelab.benchmark.ecperf.customer.domain.Item;
import dev.scalelab.benchmark.ecperf.customer.domain.Items;
import dev.scalelab.benchmark.ecperf.customer.domain.Order;
import dev.scalelab.benchmark.ecperf.customer.domain.Orders;
import dev.scalelab.benchmark.ecperf.domain.UnknownIdException;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;

/** ECperf's <em>change order</em>: a line of an order gets another quantity, or is added. */
@Stateless
public class ChangeOrder {

  private Orders orders;
  private Items items;

  /** For the container. */
  public ChangeOrder() {}

  @Inject
  ChangeOrder(Orders orders, Items items) {
    this.orders = orders;
    this.items = items;
  }

  /**
   * Replaces the quantity of the item's line, or adds such a line.
   *
   * <p>Changes of the same order wait for each other, so that none is lost and none is refused.
   *
   * @throws UnknownIdException when there is no such order or item
   */
  public Order change(long orderId, int itemId, int quantity) {
    Item item = items.find(itemId).orElseThrow(() -> UnknownIdException.item(itemId));
    Order order = orders.findToChange(orderId).orElseThrow(() -> UnknownIdException.order(orderId));
    order.change(item, quantity);
    return order;
  }
}
