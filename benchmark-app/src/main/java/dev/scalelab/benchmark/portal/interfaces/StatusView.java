package dev.scalelab.benchmark.portal.interfaces;

import dev.scalelab.benchmark.portal.application.ToldAccount;
import dev.scalelab.benchmark.portal.domain.Account;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Statuses as JSON, with their age: {@code asOf} is never more than {@code maxAgeMillis} before
 * {@code toldAt}.
 */
public final class StatusView {

  private StatusView() {}

  /** The latest orders of a customer, and the number of all orders. */
  public record OfOrders(
      int customerId,
      Instant asOf,
      Instant toldAt,
      long maxAgeMillis,
      long orderCount,
      List<Account.OrderStatus> orders) {}

  /** The latest tickets of a customer. */
  public record OfTickets(
      int customerId,
      Instant asOf,
      Instant toldAt,
      long maxAgeMillis,
      List<Account.TicketStatus> tickets) {}

  static OfOrders ofOrders(ToldAccount told, Duration maxAge) {
    Account account = told.account();
    return new OfOrders(
        account.customerId(),
        account.asOf(),
        told.toldAt(),
        maxAge.toMillis(),
        account.orderCount(),
        account.orders());
  }

  static OfTickets ofTickets(ToldAccount told, Duration maxAge) {
    Account account = told.account();
    return new OfTickets(
        account.customerId(), account.asOf(), told.toldAt(), maxAge.toMillis(), account.tickets());
  }
}
