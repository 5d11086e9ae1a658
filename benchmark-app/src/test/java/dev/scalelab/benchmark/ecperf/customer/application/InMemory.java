package dev.scalelab.benchmark.ecperf.customer.application;

import dev.scalelab.benchmark.ecperf.customer.domain.Customer;
import dev.scalelab.benchmark.ecperf.customer.domain.Customers;
import dev.scalelab.benchmark.ecperf.customer.domain.Item;
import dev.scalelab.benchmark.ecperf.customer.domain.Items;
import dev.scalelab.benchmark.ecperf.customer.domain.Order;
import dev.scalelab.benchmark.ecperf.customer.domain.Orders;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** A customer domain without a database: customers 1 to 3, items 1 to 9, and orders by position. */
class InMemory {

  final List<Order> placed = new ArrayList<>();

  final Orders orders =
      new Orders() {
        @Override
        public void add(Order order) {
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
}
