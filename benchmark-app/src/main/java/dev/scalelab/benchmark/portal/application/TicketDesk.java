package dev.scalelab.benchmark.portal.application;

import dev.scalelab.benchmark.portal.domain.NewTicket;
import dev.scalelab.benchmark.portal.domain.TicketCreated;
import dev.scalelab.benchmark.portal.domain.Tickets;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import java.util.UUID;

/** Creates tickets: what is answered is in the database. */
@ApplicationScoped
public class TicketDesk {
  private Tickets tickets;
  private Event<TicketCreated> created;

  /** For the container. */
  public TicketDesk() {}

  @Inject
  TicketDesk(Tickets tickets, Event<TicketCreated> created) {
    this.tickets = tickets;
    this.created = created;
  }

  /**
   * Creates a ticket of a customer.
   *
   * @param number the client's number for it; null for a new one
   * @throws dev.scalelab.benchmark.portal.domain.UnknownCustomerException if there is no such
   *     customer
   */
  @Transactional
  public NewTicket create(int customerId, UUID number) {
    NewTicket ticket = NewTicket.of(customerId, number);
    tickets.add(ticket);
    created.fire(new TicketCreated(customerId));
    return ticket;
  }
}
