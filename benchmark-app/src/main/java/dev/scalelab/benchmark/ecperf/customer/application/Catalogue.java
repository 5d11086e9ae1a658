package dev.scalelab.benchmark.ecperf.customer.application;

import dev.scalelab.benchmark.ecperf.customer.domain.Item;
import dev.scalelab.benchmark.ecperf.customer.domain.Items;
import dev.scalelab.benchmark.ecperf.domain.UnknownIdException;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;

/** Finds items before they are added to a cart. */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class Catalogue {

  private Items items;

  /** For the container. */
  public Catalogue() {}

  @Inject
  Catalogue(Items items) {
    this.items = items;
  }

  /**
   * Returns the item with this id.
   *
   * @throws UnknownIdException if no item has this id
   */
  public Item item(int itemId) {
    return items.find(itemId).orElseThrow(() -> UnknownIdException.item(itemId));
  }
}
