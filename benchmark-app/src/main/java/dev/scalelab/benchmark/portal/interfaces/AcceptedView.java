package dev.scalelab.benchmark.portal.interfaces;

import dev.scalelab.benchmark.portal.domain.NewOrder;
import java.time.Instant;
import java.util.UUID;

/** An accepted order as JSON. */
public record AcceptedView(UUID number, int customerId, Instant orderedAt) {

  static AcceptedView of(NewOrder order) {
    return new AcceptedView(order.number(), order.customerId(), order.orderedAt());
  }
}
