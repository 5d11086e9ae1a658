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

/** An order of a customer, known by the number that it got when it was accepted. */
@Entity(name = "PortalOrder")
@Table(name = "orders")
@NamedQuery(
    name = "PortalOrder.latest",
    query =
        "select o from PortalOrder o where o.customerId = :customerId order by o.orderedAt desc,"
            + " o.number")
@NamedQuery(
    name = "PortalOrder.count",
    query = "select count(o) from PortalOrder o where o.customerId = :customerId")
public class Order {

  /** How far an order has come. */
  public enum Status {
    /** It is in the database. */
    TAKEN,
    /** It is on its way. */
    SHIPPED,
    /** The customer has it. */
    DELIVERED
  }

  // Not counted by the database: the number is told before the database knows of the order.
  @Id private UUID number;

  @Column(name = "customer_id", nullable = false, updatable = false)
  private int customerId;

  @Column(name = "ordered_at", nullable = false, updatable = false)
  private Instant orderedAt;

  @Enumerated(EnumType.STRING)
  @Column(nullable = false, length = 10)
  private Status status;

  /** For Jakarta Persistence. */
  protected Order() {}

  /** An order that has just been taken. */
  public Order(NewOrder order) {
    this.number = order.number();
    this.customerId = order.customerId();
    this.orderedAt = order.orderedAt();
    this.status = Status.TAKEN;
  }

  public UUID getNumber() {
    return number;
  }

  public Instant getOrderedAt() {
    return orderedAt;
  }

  public Status getStatus() {
    return status;
  }
}
