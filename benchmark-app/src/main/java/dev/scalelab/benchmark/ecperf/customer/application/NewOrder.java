package dev.scalelab.benchmark.ecperf.customer.application;

import dev.scalelab.benchmark.ecperf.corporate.application.CustomerTerms;
import dev.scalelab.benchmark.ecperf.corporate.application.Terms;
import dev.scalelab.benchmark.ecperf.customer.domain.AlreadyOrderedException;
import dev.scalelab.benchmark.ecperf.customer.domain.Cart;
import dev.scalelab.benchmark.ecperf.customer.domain.EmptyCartException;
import dev.scalelab.benchmark.ecperf.customer.domain.Item;
import dev.scalelab.benchmark.ecperf.customer.domain.Items;
import dev.scalelab.benchmark.ecperf.customer.domain.LargeOrderRule;
import dev.scalelab.benchmark.ecperf.customer.domain.Order;
import dev.scalelab.benchmark.ecperf.customer.domain.Orders;
import dev.scalelab.benchmark.ecperf.domain.UnknownIdException;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** ECperf's <em>new order</em>: turns a cart into an order of a customer. */
@Stateless
public class NewOrder {

  private Terms terms;
  private Items items;
  private Orders orders;
  private PassLargeOrder passLargeOrder;
  private LargeOrderRule largeOrderRule;

  /** For the container. */
  public NewOrder() {}

  @Inject
  NewOrder(
      Terms terms,
      Items items,
      Orders orders,
      PassLargeOrder passLargeOrder,
      LargeOrderRule largeOrderRule) {
    this.terms = terms;
    this.items = items;
    this.orders = orders;
    this.passLargeOrder = passLargeOrder;
    this.largeOrderRule = largeOrderRule;
  }

  /**
   * Orders the content of the cart, on the customer's terms. In the same transaction each line of a
   * large order is passed to manufacturing's large-order line, or recorded if that is elsewhere.
   *
   * @throws EmptyCartException if the cart is empty
   * @throws UnknownIdException if the customer does not exist, or an item no longer exists
   * @throws AlreadyOrderedException if the cart was ordered before
   */
  public Order place(int customerId, Cart cart) {
    if (cart.isEmpty()) {
      throw new EmptyCartException();
    }
    CustomerTerms ofCustomer = terms.of(customerId);
    // The database stores microseconds.
    Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
    Order order = new Order(cart.getNumber(), customerId, ofCustomer.discountPercent(), now);
    putLines(order, cart.quantities());
    if (largeOrderRule.isLarge(cart)) {
      order.makeToOrder();
    }
    orders.add(order);
    if (order.isLarge()) {
      passLargeOrder.pass(order);
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
