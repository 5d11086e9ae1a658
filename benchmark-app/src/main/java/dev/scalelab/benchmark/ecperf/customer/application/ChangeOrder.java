package dev.scalelab.benchmark.ecperf.customer.application;

import dev.scalelab.benchmark.ecperf.customer.domain.Item;
import dev.scalelab.benchmark.ecperf.customer.domain.Items;
import dev.scalelab.benchmark.ecperf.customer.domain.Order;
import dev.scalelab.benchmark.ecperf.customer.domain.Orders;
import dev.scalelab.benchmark.ecperf.domain.UnknownIdException;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;

/** ECperf's <em>change order</em>: changes the quantity of an order's line, or adds a line. */
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
   * Replaces the quantity of the item's line, or adds a line.
   *
   * <p>Changes of the same order are serialized, so that none is lost and none is rejected.
   *
   * @throws UnknownIdException if the order or the item does not exist
   */
  public Order change(long orderId, int itemId, int quantity) {
    Item item = items.find(itemId).orElseThrow(() -> UnknownIdException.item(itemId));
    Order order = orders.findToChange(orderId).orElseThrow(() -> UnknownIdException.order(orderId));
    order.change(item, quantity);
    return order;
  }
}
