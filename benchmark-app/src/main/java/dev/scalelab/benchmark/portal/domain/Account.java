package dev.scalelab.benchmark.portal.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * What a customer is told: the orders and tickets as the database had them at a moment.
 *
 * @param customerId whose they are
 * @param asOf when it was read: the database was asked no earlier
 * @param orderCount how many orders there are
 * @param orders the latest of them, the newest first
 * @param tickets all tickets
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
  public record TicketStatus(int ticketId, Ticket.Status status) {}

  /** How much longer it may be told, when nothing may be older than the most; zero or less: no. */
  public Duration leftOf(Duration most, Instant now) {
    return most.minus(Duration.between(asOf, now));
  }
}
