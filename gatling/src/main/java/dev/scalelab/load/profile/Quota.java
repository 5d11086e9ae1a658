package dev.scalelab.load.profile;

/**
 * How many transactions each user of a closed model does in the measured window of a step. All
 * begin with the window and rest before it and when they have done theirs, so that what is done by
 * then, and the time that it took, have nothing of another step or of the warm-up in them.
 *
 * @param transactions of each user in each window; 0 is as many as there is time for, without rest
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

  /**
   * When a transaction may begin that could begin then, in nanoseconds since the schedule's zero.
   */
  long afterRest(long nanos) {
    int step = timeline.stepAt(nanos);
    return isGiven() && step != Timeline.NONE
        ? Math.max(nanos, timeline.windowFromNanos(step))
        : nanos;
  }
}
