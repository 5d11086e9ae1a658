package dev.scalelab.load.profile;

import java.util.SplittableRandom;

/**
 * One customer's visit to the portal: who it is, and what it asks for. Only the thread of its user
 * touches it.
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

  /** Who visits. */
  public int customerId() {
    return customerId;
  }

  /** Whether the next request is for the status of orders; else it is for that of tickets. */
  public boolean nextIsOfOrders() {
    return random.nextBoolean();
  }
}
