package dev.scalelab.benchmark.ecperf.supplier.domain;

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

/**
 * So many pieces of a part, bought from its supplier.
 *
 * <p>Its number is of use outside this application, so no database counts it: after a reset of the
 * database a late delivery must not be taken for that of another order.
 */
@Entity
@Table(name = "purchase_orders")
@NamedQuery(
    name = "PurchaseOrder.due",
    query = "select p from PurchaseOrder p where p.nextAttemptAt <= :now order by p.nextAttemptAt")
public class PurchaseOrder {

  /** How far it has come. */
  public enum State {
    /** Its supplier has not answered yet. */
    OPEN,
    /** Its supplier will deliver. */
    ACCEPTED,
    /** Its supplier will not deliver. */
    REFUSED,
    /** The parts are here. */
    DELIVERED
  }

  // Longer than a supplier has time to answer.
  private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(10);

  @Id private UUID number;

  @Column(name = "part_id", nullable = false, updatable = false)
  private int partId;

  @Column(name = "supplier_id", nullable = false, updatable = false)
  private int supplierId;

  @Column(nullable = false, updatable = false)
  private int quantity;

  @Enumerated(EnumType.STRING)
  @Column(nullable = false, length = 10)
  private State state = State.OPEN;

  @Column(name = "raised_at", nullable = false, updatable = false)
  private Instant raisedAt;

  @Column(name = "next_attempt_at")
  private Instant nextAttemptAt;

  @Column(name = "failed_attempts", nullable = false)
  private int failedAttempts;

  @Column(name = "delivered_at")
  private Instant deliveredAt;

  @Column(name = "due_at")
  private Instant dueAt;

  /** For Jakarta Persistence. */
  protected PurchaseOrder() {}

  /** An order that is to be sent to its supplier. */
  public PurchaseOrder(int partId, int supplierId, int quantity, Instant raisedAt) {
    this.number = UUID.randomUUID();
    this.partId = partId;
    this.supplierId = supplierId;
    this.quantity = quantity;
    this.raisedAt = raisedAt;
    this.nextAttemptAt = raisedAt;
  }

  /** Is being sent: nobody else tries for a while. */
  public void attempt(Instant now) {
    nextAttemptAt = now.plus(BETWEEN_ATTEMPTS);
  }

  /** Nobody has answered; it is tried again. */
  public void fail() {
    failedAttempts++;
  }

  /** Will be delivered by this moment. */
  public void accept(Instant due) {
    // A quick supplier delivers before its answer is written down.
    if (state == State.OPEN) {
      state = State.ACCEPTED;
      dueAt = due;
      nextAttemptAt = null;
    }
  }

  /** Will not be delivered. Returns whether that is news. */
  public boolean refuse() {
    if (state != State.OPEN) {
      return false;
    }
    state = State.REFUSED;
    nextAttemptAt = null;
    return true;
  }

  /**
   * Is delivered. Returns whether that is news: a supplier who does not hear of it delivers again.
   *
   * @throws NotOrderedException when the supplier had refused
   */
  public boolean deliver(Instant now) {
    if (state == State.REFUSED) {
      throw new NotOrderedException(number);
    }
    if (state == State.DELIVERED) {
      return false;
    }
    state = State.DELIVERED;
    deliveredAt = now;
    nextAttemptAt = null;
    return true;
  }

  public UUID getNumber() {
    return number;
  }

  public int getPartId() {
    return partId;
  }

  public int getSupplierId() {
    return supplierId;
  }

  public int getQuantity() {
    return quantity;
  }

  public State getState() {
    return state;
  }

  /** By when its supplier will deliver; null while it has not said so. */
  public Instant getDueAt() {
    return dueAt;
  }

  /** How often its supplier could not be asked. */
  public int getFailedAttempts() {
    return failedAttempts;
  }
}
