package dev.scalelab.benchmark.ecperf.manufacturing.domain;

import jakarta.persistence.Cacheable;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;

/**
 * Pieces of an item being made: scheduled, moved through the stations one after the other,
 * completed.
 */
@Entity
@Cacheable
@Cache(usage = CacheConcurrencyStrategy.READ_WRITE)
@Table(name = "work_orders")
@NamedQuery(
    name = "WorkOrder.openOfLargeOrder",
    query =
        "select w from WorkOrder w where w.largeOrderId = :largeOrderId and w.completedAt is null")
public class WorkOrder {

  /** The stations of a production line. */
  public static final int STATIONS = 3;

  /** Maximum number of pieces of a work order on a planned line. */
  public static final int MAX_QUANTITY = 1000;

  // The database generates the id, as for orders.
  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private Long id;

  @Column(name = "item_id", nullable = false, updatable = false)
  private int itemId;

  @Column(nullable = false, updatable = false)
  private int quantity;

  @Column(name = "large_order_id", updatable = false)
  private UUID largeOrderId;

  @Column(nullable = false)
  private int station;

  @Column(name = "scheduled_at", nullable = false, updatable = false)
  private Instant scheduledAt;

  @Column(name = "completed_at")
  private Instant completedAt;

  @Column(name = "cancelled_at")
  private Instant cancelledAt;

  /** For Jakarta Persistence. */
  protected WorkOrder() {}

  private WorkOrder(int itemId, int quantity, UUID largeOrderId, Instant scheduledAt) {
    this.itemId = itemId;
    this.quantity = quantity;
    this.largeOrderId = largeOrderId;
    this.scheduledAt = scheduledAt;
  }

  /** A work order of a planned line: the items go to the store of finished goods. */
  public static WorkOrder planned(int itemId, int quantity, Instant scheduledAt) {
    return new WorkOrder(itemId, quantity, null, scheduledAt);
  }

  /** The work order of a large order, which then no longer waits: the items go to its customer. */
  public static WorkOrder of(LargeOrder large, Instant scheduledAt) {
    large.schedule(scheduledAt);
    return new WorkOrder(large.getItemId(), large.getQuantity(), large.getId(), scheduledAt);
  }

  /** Restarts at the first station, with the parts that it has: its client has left. */
  public void beginAnew() {
    station = 0;
  }

  /**
   * Moves through a station.
   *
   * @throws OutOfTurnException if another step is next
   */
  public void passStation(int number) {
    if (isClosed() || station == STATIONS || number != station + 1) {
      throw new OutOfTurnException(id, state());
    }
    station = number;
  }

  /**
   * Completes the work order.
   *
   * @throws OutOfTurnException if another step is next
   */
  public void complete(Instant now) {
    if (isClosed() || station != STATIONS) {
      throw new OutOfTurnException(id, state());
    }
    completedAt = now;
  }

  /**
   * Cancels the work order, whose parts then return to the store; false if it was cancelled before.
   *
   * @throws OutOfTurnException if it is completed, or made to a customer's order
   */
  public boolean cancel(Instant now) {
    if (isCancelled()) {
      return false;
    }
    if (largeOrderId != null) {
      throw new OutOfTurnException(id, "made to a customer's order, and cannot be cancelled");
    }
    if (completedAt != null) {
      throw new OutOfTurnException(id, state());
    }
    cancelledAt = now;
    return true;
  }

  private boolean isClosed() {
    return completedAt != null || isCancelled();
  }

  private String state() {
    if (isCancelled()) {
      return "cancelled";
    }
    if (completedAt != null) {
      return "already completed";
    }
    return "the next step is " + (station == STATIONS ? "completion" : "station " + (station + 1));
  }

  public Long getId() {
    return id;
  }

  public int getItemId() {
    return itemId;
  }

  public int getQuantity() {
    return quantity;
  }

  /** The large order that it belongs to; empty on a planned line. */
  public Optional<UUID> getLargeOrderId() {
    return Optional.ofNullable(largeOrderId);
  }

  /** The last station passed; 0 initially. */
  public int getStation() {
    return station;
  }

  /** Whether its line has given it up. */
  public boolean isCancelled() {
    return cancelledAt != null;
  }

  /** Whether the items are made. */
  public boolean isCompleted() {
    return completedAt != null;
  }
}
