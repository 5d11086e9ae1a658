package dev.scalelab.load.profile;

import java.math.BigInteger;
import java.util.SplittableRandom;

/**
 * One customer's visit to the portal: who it is, and what it asks for. Only the thread of its user
 * touches it.
 *
 * <p>Customers come in rounds, each of them once a round, so that none is there twice at once while
 * fewer visits are open than there are customers.
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
    int customers = dataset.customers();
    this.customerId = 1 + (int) (number % customers * stride(customers, seed) % customers);
  }

  /** Steps of this length over all customers come to each of them once before they come back. */
  private static long stride(int customers, long seed) {
    int stride = 1 + Seeds.random(seed, Seeds.DATA, -1).nextInt(customers);
    while (!BigInteger.valueOf(stride).gcd(BigInteger.valueOf(customers)).equals(BigInteger.ONE)) {
      stride = stride % customers + 1;
    }
    return stride;
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
