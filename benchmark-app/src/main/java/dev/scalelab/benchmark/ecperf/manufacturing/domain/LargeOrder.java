package dev.scalelab.benchmark.ecperf.manufacturing.domain;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.Table;
import java.util.UUID;

/** A line of a customer's large order: so many pieces of an item that are made for it alone. */
@Entity
@Table(name = "large_orders")
@NamedQuery(
    name = "LargeOrder.waiting",
    query =
        "select l from LargeOrder l where l.state ="
            + " dev.scalelab.benchmark.ecperf.manufacturing.domain.LargeOrder$State.WAITING"
            + " order by l.orderId, l.itemId")
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

  /** For Jakarta Persistence. */
  protected LargeOrder() {}

  /** A line of an order that waits to be made. */
  public LargeOrder(long orderId, int itemId, int quantity) {
    this.id = UUID.randomUUID();
    this.orderId = orderId;
    this.itemId = itemId;
    this.quantity = quantity;
  }

  /** A work order is for it now. */
  void schedule() {
    state = State.SCHEDULED;
  }

  /** What was ordered is made. */
  public void ship() {
    state = State.SHIPPED;
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
