package dev.scalelab.benchmark.ecperf.manufacturing.domain;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.Table;

/** The pieces of an item made by planned lines. */
@Entity
@Table(name = "finished_goods")
@NamedQuery(
    name = "FinishedGoods.add",
    query = "update FinishedGoods f set f.onHand = f.onHand + :pieces where f.itemId = :id")
public class FinishedGoods {

  @Id
  @Column(name = "item_id")
  private Integer itemId;

  @Column(name = "on_hand", nullable = false)
  private int onHand;

  /** For Jakarta Persistence. */
  protected FinishedGoods() {}
}
