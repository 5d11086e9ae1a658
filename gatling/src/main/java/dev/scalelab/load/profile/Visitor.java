package dev.scalelab.load.profile;

import dev.scalelab.load.profile.UserSchedule.Stay;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * One user of a closed model: the time for which it stays, and when it is ready for its next
 * transaction. Used only by its user's thread.
 */
public final class Visitor {
  /**
   * Minimum time after a failed transaction: otherwise a user whose requests a server rejects
   * immediately would do thousands of failing transactions per second.
   */
  static final long MIN_NANOS_AFTER_FAILURE = TimeUnit.SECONDS.toNanos(1);

  private final Stay stay;
  private final ThinkTime thinkTime;
  private final Pacing pacing;
  private final Quota quota;
  private final SplittableRandom random;
  private long dueNanos;

  /**
   * The measured window in which its last transaction started, and the number of its transactions
   * started there.
   */
  private int window = Timeline.NONE;

  private int begun;

  /**
   * @param quota number of transactions that it must complete in each measured window
   * @param seed the same seed gives the same pauses and the same pacing
   * @param place index of the user, from 0
   */
  public Visitor(Stay stay, ThinkTime thinkTime, Pacing pacing, Quota quota, long seed, int place) {
    this.stay = stay;
    this.thinkTime = thinkTime;
    this.pacing = pacing;
    this.quota = quota;
    this.random = Seeds.random(seed, Seeds.PAUSES, place);
    this.dueNanos =
        thinkFrom(TimeUnit.MILLISECONDS.toNanos(stay.fromMillis())) + pacing.firstNanos(random);
  }

  /** The scheduled start of its next transaction, in nanoseconds since the schedule's zero. */
  public long dueNanos() {
    return dueNanos;
  }

  /** Whether its next transaction is scheduled before it leaves. */
  public boolean stays() {
    return dueNanos < TimeUnit.MILLISECONDS.toNanos(stay.toMillis());
  }

  /**
   * Records the end of its transaction.
   *
   * @param startNanos when it started, in nanoseconds since the schedule's zero
   * @param endNanos when it ended
   * @return the measured window for which this transaction completed the user's quota; otherwise
   *     {@link Timeline#NONE}
   */
  public int ended(long startNanos, long endNanos, boolean failed) {
    dueNanos = Math.max(dueNanos + pacing.nextNanos(random), thinkFrom(endNanos));
    if (failed) {
      dueNanos = Math.max(dueNanos, endNanos + MIN_NANOS_AFTER_FAILURE);
    }
    count(startNanos);
    boolean last = quota.isGiven() && begun == quota.transactions();
    return last && quota.timeline().windowAt(endNanos) == window ? window : Timeline.NONE;
  }

  private void count(long startNanos) {
    int now = quota.timeline().windowAt(startNanos);
    begun = now == window ? begun + 1 : 1;
    window = now;
  }

  private long thinkFrom(long nanos) {
    return nanos + TimeUnit.MILLISECONDS.toNanos(thinkTime.nextMillis(random));
  }
}
