package dev.scalelab.benchmark.ecperf.manufacturing.domain;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.LockModeType;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.Table;

/**
 * The pieces of a part: in the store, and on order.
 *
 * <p>Whole lots are ordered as soon as both together are fewer than the reorder level.
 */
@Entity
@Table(name = "inventory")
@NamedQuery(
    name = "Stock.lock",
    query = "select s from Stock s where s.partId in :ids order by s.partId",
    lockMode = LockModeType.PESSIMISTIC_WRITE)
public class Stock {

  @Id
  @Column(name = "part_id")
  private Integer partId;

  @Column(name = "on_hand", nullable = false)
  private int onHand;

  @Column(name = "on_order", nullable = false)
  private int onOrder;

  @Column(name = "reorder_level", nullable = false, updatable = false)
  private int reorderLevel;

  @Column(nullable = false, updatable = false)
  private int lot;

  /** For Jakarta Persistence. */
  protected Stock() {}

  /** So many pieces of a part in the store, and none on order. */
  public Stock(int partId, int onHand, int reorderLevel, int lot) {
    this.partId = partId;
    this.onHand = onHand;
    this.reorderLevel = reorderLevel;
    this.lot = lot;
  }

  /** Whether there are so many pieces in the store. */
  public boolean has(int pieces) {
    return onHand >= pieces;
  }

  /** Takes pieces out of the store, which must have them. */
  public void take(int pieces) {
    if (!has(pieces)) {
      throw new IllegalArgumentException("part " + partId + " has only " + onHand + " pieces");
    }
    onHand -= pieces;
  }

  /**
   * Counts as ordered what must be: whole lots, so that so many pieces can be taken and the reorder
   * level is still there. Returns the pieces to be ordered; 0 when there is no need.
   */
  public int reorderFor(int pieces) {
    int missing = pieces + reorderLevel - onHand - onOrder;
    if (missing <= 0) {
      return 0;
    }
    int ordered = (missing + lot - 1) / lot * lot;
    onOrder += ordered;
    return ordered;
  }

  /** Ordered pieces have come. */
  public void receive(int pieces) {
    onOrder -= pieces;
    onHand += pieces;
  }

  /** Ordered pieces will not come. */
  public void giveUp(int pieces) {
    onOrder -= pieces;
  }

  public int getPartId() {
    return partId;
  }

  /** The pieces in the store. */
  public int getOnHand() {
    return onHand;
  }

  /** The pieces that are ordered and have not come yet. */
  public int getOnOrder() {
    return onOrder;
  }
}
