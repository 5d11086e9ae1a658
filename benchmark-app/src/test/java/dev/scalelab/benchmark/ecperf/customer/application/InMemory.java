package dev.scalelab.benchmark.ecperf.customer.application;

import dev.scalelab.benchmark.ecperf.corporate.application.TermsOfCustomer;
import dev.scalelab.benchmark.ecperf.corporate.domain.Customer;
import dev.scalelab.benchmark.ecperf.corporate.domain.Customers;
import dev.scalelab.benchmark.ecperf.customer.domain.Item;
import dev.scalelab.benchmark.ecperf.customer.domain.Items;
import dev.scalelab.benchmark.ecperf.customer.domain.LargeOrderRule;
import dev.scalelab.benchmark.ecperf.customer.domain.Order;
import dev.scalelab.benchmark.ecperf.customer.domain.Orders;
import dev.scalelab.benchmark.ecperf.domain.Domain;
import dev.scalelab.benchmark.ecperf.domain.Partition;
import dev.scalelab.benchmark.ecperf.manufacturing.application.TakeLargeOrder;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.LargeOrder;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.LargeOrders;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;

/** A customer domain without a database: customers 1 to 3, items 1 to 9, and orders by position. */
class InMemory {

  final List<Order> placed = new ArrayList<>();
  final List<LargeOrder> passedOn = new ArrayList<>();

  final Orders orders =
      new Orders() {
        @Override
        public void add(Order order) {
          number(order, placed.size());
          placed.add(order);
        }

        @Override
        public Optional<Order> find(long id) {
          return id < placed.size() ? Optional.of(placed.get((int) id)) : Optional.empty();
        }

        @Override
        public Optional<Order> findToChange(long id) {
          return find(id);
        }

        @Override
        public List<Order> latestOf(int customerId, int limit) {
          return placed.stream().filter(o -> o.getCustomerId() == customerId).limit(limit).toList();
        }
      };

  // Like the database.
  private static void number(Order order, long id) {
    try {
      Field field = Order.class.getDeclaredField("id");
      field.setAccessible(true);
      field.set(order, id);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  final Items items =
      new Items() {
        @Override
        public Optional<Item> find(int id) {
          return id >= 1 && id <= 9
              ? Optional.of(new Item(id, "Item " + id, new BigDecimal(id)))
              : Optional.empty();
        }

        @Override
        public List<Item> find(Collection<Integer> ids) {
          return ids.stream().flatMap(id -> find(id).stream()).toList();
        }
      };

  final Customers customers =
      id ->
          IntStream.rangeClosed(1, 3)
              .filter(known -> known == id)
              .mapToObj(known -> new Customer(known, "Customer " + known, 0))
              .findFirst();

  final LargeOrders largeOrders =
      new LargeOrders() {
        @Override
        public void add(LargeOrder largeOrder) {
          passedOn.add(largeOrder);
        }

        @Override
        public boolean include(long orderId) {
          return passedOn.stream().anyMatch(large -> large.getOrderId() == orderId);
        }

        @Override
        public Optional<LargeOrder> nextDue(Instant now) {
          return passedOn.stream().findFirst();
        }

        @Override
        public Optional<LargeOrder> find(UUID id) {
          return passedOn.stream().filter(large -> large.getId().equals(id)).findFirst();
        }
      };

  /** New orders; those with at least 20 pieces are large. */
  NewOrder newOrder() {
    return new NewOrder(
        new TermsOfCustomer(customers),
        items,
        orders,
        new PassLargeOrder(
            new TakeLargeOrder(largeOrders),
            null,
            orders,
            new Partition(EnumSet.allOf(Domain.class))),
        new LargeOrderRule(20));
  }
}
