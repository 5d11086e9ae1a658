package dev.scalelab.benchmark.portal.domain;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;

/** A customer's report of a problem. */
@Entity
@Table(name = "tickets")
@NamedQuery(
    name = "Ticket.ofCustomer",
    query =
        "select t from Ticket t where t.customerId = :customerId order by t.openedAt desc,"
            + " t.number")
public class Ticket {

  /** States of a ticket. */
  public enum Status {
    /** It is not assigned yet. */
    OPEN,
    /** It is assigned. */
    ASSIGNED,
    /** The problem is solved. */
    CLOSED
  }

  // As of orders: the client may have given it.
  @Id private UUID number;

  @Column(name = "customer_id", nullable = false, updatable = false)
  private int customerId;

  @Column(name = "opened_at", nullable = false, updatable = false)
  private Instant openedAt;

  @Enumerated(EnumType.STRING)
  @Column(nullable = false, length = 10)
  private Status status;

  /** For Jakarta Persistence. */
  protected Ticket() {}

  /** A ticket that was just created. */
  public Ticket(NewTicket ticket) {
    this.number = ticket.number();
    this.customerId = ticket.customerId();
    this.openedAt = ticket.openedAt();
    this.status = Status.OPEN;
  }

  public UUID getNumber() {
    return number;
  }

  public Instant getOpenedAt() {
    return openedAt;
  }

  public Status getStatus() {
    return status;
  }
}
