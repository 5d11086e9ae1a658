package dev.scalelab.benchmark.portal.domain;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.Table;

/** A customer's report of a problem. */
@Entity
@Table(name = "tickets")
@NamedQuery(
    name = "Ticket.ofCustomer",
    query = "select t from Ticket t where t.customerId = :customerId order by t.id")
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

  @Id private Integer id;

  @Column(name = "customer_id", nullable = false, updatable = false)
  private int customerId;

  @Enumerated(EnumType.STRING)
  @Column(nullable = false, length = 10)
  private Status status;

  /** For Jakarta Persistence. */
  protected Ticket() {}

  public int getId() {
    return id;
  }

  public Status getStatus() {
    return status;
  }
}
