package dev.scalelab.benchmark.ecperf.customer.interfaces;

import dev.scalelab.benchmark.ecperf.customer.domain.Order;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * An order with its lines as JSON, the lines by ascending item id.
 *
 * @param cancelled null, and not in the JSON, unless the order is cancelled
 */
public record OrderView(
    long orderId,
    int customerId,
    Instant orderedAt,
    BigDecimal total,
    int changes,
    Boolean cancelled,
    List<Line> lines) {

  /** A line of the order. */
  public record Line(int itemId, int quantity, BigDecimal unitPrice) {}

  static OrderView of(Order order) {
    List<Line> lines =
        order.getLines().entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(e -> new Line(e.getKey(), e.getValue().getQuantity(), e.getValue().getUnitPrice()))
            .toList();
    return new OrderView(
        order.getId(),
        order.getCustomerId(),
        order.getOrderedAt(),
        order.getTotal(),
        order.getChanges(),
        order.isCancelled() ? Boolean.TRUE : null,
        lines);
  }
}
