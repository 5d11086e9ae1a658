package dev.scalelab.benchmark.ecperf.manufacturing.domain;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/** A line of a customer's large order: so many pieces of an item that are made for it alone. */
@Entity
@Table(name = "large_orders")
@NamedQuery(
    name = "LargeOrder.due",
    query =
        "select l from LargeOrder l where l.dueAt <= :now order by l.dueAt, l.orderId, l.itemId")
public class LargeOrder {

  /** How far it has come. */
  public enum State {
    /** No work order is for it yet. */
    WAITING,
    /** A work order is for it. */
    SCHEDULED,
    /** What was ordered is made, and has left for the customer. */
    SHIPPED
  }

  // Longer than a line takes that works. One that takes longer has been left by whoever worked
  // there.
  private static final Duration LONGEST_WORK = Duration.ofMinutes(2);

  // Not counted by the database: rows whose ids are known beforehand are inserted in one round
  // trip.
  @Id private UUID id;

  @Column(name = "order_id", nullable = false, updatable = false)
  private long orderId;

  @Column(name = "item_id", nullable = false, updatable = false)
  private int itemId;

  @Column(nullable = false, updatable = false)
  private int quantity;

  @Enumerated(EnumType.STRING)
  @Column(nullable = false, length = 10)
  private State state = State.WAITING;

  @Column(name = "due_at")
  private Instant dueAt;

  /** For Jakarta Persistence. */
  protected LargeOrder() {}

  /** A line of an order that waits to be made from now on. */
  public LargeOrder(long orderId, int itemId, int quantity, Instant now) {
    this.id = UUID.randomUUID();
    this.orderId = orderId;
    this.itemId = itemId;
    this.quantity = quantity;
    this.dueAt = now;
  }

  /** A work order is for it now; it is due again when that is not completed in time. */
  public void schedule(Instant now) {
    state = State.SCHEDULED;
    dueAt = now.plus(LONGEST_WORK);
  }

  /** What was ordered is made. */
  public void ship() {
    state = State.SHIPPED;
    dueAt = null;
  }

  /** Whether a line may begin it: it waits, or the work on it was left. */
  public boolean isDue(Instant now) {
    return dueAt != null && !dueAt.isAfter(now);
  }

  public UUID getId() {
    return id;
  }

  public long getOrderId() {
    return orderId;
  }

  public int getItemId() {
    return itemId;
  }

  public int getQuantity() {
    return quantity;
  }

  public State getState() {
    return state;
  }
}
