package dev.scalelab.benchmark.ecperf.customer.application;

import dev.scalelab.benchmark.ecperf.corporate.domain.Customer;
import dev.scalelab.benchmark.ecperf.corporate.domain.Customers;
import dev.scalelab.benchmark.ecperf.customer.domain.Cart;
import dev.scalelab.benchmark.ecperf.customer.domain.EmptyCartException;
import dev.scalelab.benchmark.ecperf.customer.domain.Item;
import dev.scalelab.benchmark.ecperf.customer.domain.Items;
import dev.scalelab.benchmark.ecperf.customer.domain.Order;
import dev.scalelab.benchmark.ecperf.customer.domain.Orders;
import dev.scalelab.benchmark.ecperf.domain.UnknownIdException;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.LargeOrder;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.LargeOrders;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** ECperf's <em>new order</em>: a cart becomes an order of a customer. */
@Stateless
public class NewOrder {

  private Customers customers;
  private Items items;
  private Orders orders;
  private LargeOrders largeOrders;
  private LargeOrderRule largeOrderRule;

  /** For the container. */
  public NewOrder() {}

  @Inject
  NewOrder(
      Customers customers,
      Items items,
      Orders orders,
      LargeOrders largeOrders,
      LargeOrderRule largeOrderRule) {
    this.customers = customers;
    this.items = items;
    this.orders = orders;
    this.largeOrders = largeOrders;
    this.largeOrderRule = largeOrderRule;
  }

  /**
   * Orders what is in the cart, on the customer's terms. In the same transaction each line of a
   * large order goes to manufacturing's large-order line.
   *
   * @throws EmptyCartException when there is nothing in it
   * @throws UnknownIdException when there is no such customer, or an item is gone
   */
  public Order place(int customerId, Cart cart) {
    if (cart.isEmpty()) {
      throw new EmptyCartException();
    }
    Customer customer =
        customers.find(customerId).orElseThrow(() -> UnknownIdException.customer(customerId));
    // The database keeps microseconds.
    Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
    Order order = new Order(customer, now, largeOrderRule.linesOf(cart));
    putLines(order, cart.quantities());
    orders.add(order);
    if (order.isLarge()) {
      cart.quantities()
          .forEach((item, pieces) -> largeOrders.add(new LargeOrder(order.getId(), item, pieces)));
    }
    return order;
  }

  private void putLines(Order order, Map<Integer, Integer> quantities) {
    Map<Integer, Item> known =
        items.find(quantities.keySet()).stream()
            .collect(Collectors.toMap(Item::getId, Function.identity()));
    quantities.forEach(
        (itemId, quantity) -> {
          if (!known.containsKey(itemId)) {
            throw UnknownIdException.item(itemId);
          }
          order.put(known.get(itemId), quantity);
        });
  }
}
