package dev.scalelab.benchmark.portal.interfaces;

import dev.scalelab.benchmark.portal.domain.Account;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Statuses as JSON, with their age: {@code asOf} is never more than {@code maxAgeMillis} ago. */
public final class StatusView {

  private StatusView() {}

  /** The latest orders of a customer, and how many there are. */
  public record OfOrders(
      int customerId,
      Instant asOf,
      long maxAgeMillis,
      long orderCount,
      List<Account.OrderStatus> orders) {}

  /** The tickets of a customer. */
  public record OfTickets(
      int customerId, Instant asOf, long maxAgeMillis, List<Account.TicketStatus> tickets) {}

  static OfOrders ofOrders(Account account, Duration maxAge) {
    return new OfOrders(
        account.customerId(),
        account.asOf(),
        maxAge.toMillis(),
        account.orderCount(),
        account.orders());
  }

  static OfTickets ofTickets(Account account, Duration maxAge) {
    return new OfTickets(
        account.customerId(), account.asOf(), maxAge.toMillis(), account.tickets());
  }
}
