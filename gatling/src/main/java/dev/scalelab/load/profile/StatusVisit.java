package dev.scalelab.load.profile;

import java.util.SplittableRandom;

/**
 * One customer's visit to the portal, perhaps only to create a ticket: the customer and its
 * requests. Used only by its user's thread.
 */
public final class StatusVisit {
  private final SplittableRandom random;
  private final int customerId;

  /**
   * @param dataset the customers that exist
   * @param seed the same seed gives the same choices
   * @param number of the transaction, from 0
   */
  public StatusVisit(Dataset dataset, long seed, long number) {
    this.random = Seeds.random(seed, Seeds.DATA, number);
    this.customerId = dataset.customer(seed, number);
  }

  /** The customer who visits. */
  public int customerId() {
    return customerId;
  }

  /**
   * Whether the next request is for the status of orders; otherwise it is for the status of
   * tickets.
   */
  public boolean nextIsOfOrders() {
    return random.nextBoolean();
  }
}
