package dev.scalelab.benchmark.ecperf.manufacturing.domain;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.LockModeType;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.Table;

/**
 * The number of pieces of a part: in the store, and on order.
 *
 * <p>Whole lots are ordered as soon as the sum of both is below the reorder level.
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

  /** A part with this number of pieces in the store, and none on order. */
  public Stock(int partId, int onHand, int reorderLevel, int lot) {
    this.partId = partId;
    this.onHand = onHand;
    this.reorderLevel = reorderLevel;
    this.lot = lot;
  }

  /** Whether the store has at least this number of pieces. */
  public boolean has(int pieces) {
    return onHand >= pieces;
  }

  /** Takes pieces from the store, which must have them. */
  public void take(int pieces) {
    if (!has(pieces)) {
      throw new IllegalArgumentException("part " + partId + " has only " + onHand + " pieces");
    }
    onHand -= pieces;
  }

  /** Returns pieces to the store that were taken and not used. */
  public void putBack(int pieces) {
    onHand += pieces;
  }

  /**
   * Adds to the pieces on order if necessary: whole lots, so that after taking these pieces the
   * reorder level is still reached. Returns the number of pieces to order; 0 if not necessary.
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

  /** Records that ordered pieces have arrived. */
  public void receive(int pieces) {
    onOrder -= pieces;
    onHand += pieces;
  }

  /** Records that ordered pieces will not arrive. */
  public void giveUp(int pieces) {
    onOrder -= pieces;
  }

  public int getPartId() {
    return partId;
  }

  /** The number of pieces in the store. */
  public int getOnHand() {
    return onHand;
  }

  /** The number of pieces that are ordered and have not arrived yet. */
  public int getOnOrder() {
    return onOrder;
  }
}
