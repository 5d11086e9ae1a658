package dev.scalelab.load.profile;

/**
 * Minimum number of transactions of each user of a closed model in the measured window of a step;
 * the window ends when all users have completed it. Users who have completed it continue, so that
 * the number of users stays constant until then.
 *
 * @param transactions of each user in each window; 0 means no such number
 * @param timeline the windows
 */
public record Quota(int transactions, Timeline timeline) {

  /** Whether users have a number of transactions to complete. */
  public boolean isGiven() {
    return transactions > 0 && timeline.measured();
  }
}
