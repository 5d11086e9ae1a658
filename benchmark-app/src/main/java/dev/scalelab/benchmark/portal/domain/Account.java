package dev.scalelab.benchmark.portal.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * A customer's orders and tickets as they were in the database at a certain time.
 *
 * @param customerId id of the customer
 * @param asOf when it was read: the database was not queried before
 * @param orderCount number of orders
 * @param orders the latest of them, the newest first
 * @param tickets the latest tickets, the newest first
 */
public record Account(
    int customerId,
    Instant asOf,
    long orderCount,
    List<OrderStatus> orders,
    List<TicketStatus> tickets) {

  /** The status of an order. */
  public record OrderStatus(UUID number, Order.Status status, Instant orderedAt) {}

  /** The status of a ticket. */
  public record TicketStatus(UUID number, Ticket.Status status, Instant openedAt) {}

  /**
   * The time for which it may still be returned, given the maximum age; zero or less if it is too
   * old.
   */
  public Duration leftOf(Duration maxAge, Instant now) {
    return maxAge.minus(Duration.between(asOf, now));
  }
}
