package dev.scalelab.benchmark.portal.domain;

import java.time.Instant;
import java.util.UUID;

/**
 * A state change of an order, from taken to executed, that is not in the database yet.
 *
 * @param number the order's number
 * @param customerId id of the customer
 * @param orderedAt when the order was accepted, in whole milliseconds
 */
public record OrderChange(UUID number, int customerId, Instant orderedAt) {
  /** The change that follows when an order is in the database. */
  public static OrderChange of(NewOrder order) {
    return new OrderChange(order.number(), order.customerId(), order.orderedAt());
  }
}
