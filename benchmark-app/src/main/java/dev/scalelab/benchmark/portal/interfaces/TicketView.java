package dev.scalelab.benchmark.portal.interfaces;

import dev.scalelab.benchmark.portal.domain.NewTicket;
import java.time.Instant;
import java.util.UUID;

/** A created ticket as JSON. */
public record TicketView(UUID number, int customerId, Instant openedAt) {
  static TicketView of(NewTicket ticket) {
    return new TicketView(ticket.number(), ticket.customerId(), ticket.openedAt());
  }
}
