package dev.scalelab.load.profile;

/**
 * How many transactions each user of a closed model has to do, at the least, in the measured window
 * of a step, which is over when all have done them. Who is done goes on, so that the servers have
 * as many users until then as the step says.
 *
 * @param transactions of each user in each window; 0 is as many as there is time for
 * @param timeline when the windows are
 */
public record Quota(int transactions, Timeline timeline) {

  /** Whether users have a number of transactions to do. */
  public boolean isGiven() {
    return transactions > 0 && timeline.measured();
  }
}
