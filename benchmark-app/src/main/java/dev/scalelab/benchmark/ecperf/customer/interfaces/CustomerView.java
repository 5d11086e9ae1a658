package dev.scalelab.benchmark.ecperf.customer.interfaces;

import dev.scalelab.benchmark.ecperf.customer.application.CustomerStatus;
import dev.scalelab.benchmark.ecperf.customer.domain.Order;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/** A customer with the latest orders as JSON, latest first. */
public record CustomerView(int customerId, String name, List<Summary> orders) {

  /** An order without its lines. */
  public record Summary(long orderId, Instant orderedAt, BigDecimal total, int changes) {

    static Summary of(Order order) {
      return new Summary(order.getId(), order.getOrderedAt(), order.getTotal(), order.getChanges());
    }
  }

  static CustomerView of(CustomerStatus.Status status) {
    return new CustomerView(
        status.customerId(),
        status.name(),
        status.latestOrders().stream().map(Summary::of).toList());
  }
}
