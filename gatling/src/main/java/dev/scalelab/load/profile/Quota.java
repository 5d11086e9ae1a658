package dev.scalelab.load.profile;

/**
 * How many transactions each user of a closed model does in the measured window of a step: when it
 * has done them, it rests until the next step.
 *
 * @param transactions of each user in each window; 0 is as many as there is time for
 * @param timeline when the windows are
 */
public record Quota(int transactions, Timeline timeline) {

  /** Whether users have a number of transactions to do. */
  public boolean isGiven() {
    return transactions > 0 && timeline.measured();
  }

  /** Whether a user that has begun so many in a window has begun all of them. */
  boolean isReached(int begun) {
    return isGiven() && begun >= transactions;
  }
}
