package dev.scalelab.load.profile;

import dev.scalelab.load.profile.UserSchedule.Stay;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * One user of a closed model: how long it stays, and when it is ready for its next transaction.
 * Only the thread of its user touches it.
 */
public final class Visitor {
  /**
   * A user whose transaction failed comes back no sooner: one whom a server refuses at once would
   * else do nothing but be refused, thousands of times a second.
   */
  static final long MIN_NANOS_AFTER_FAILURE = TimeUnit.SECONDS.toNanos(1);

  private final Stay stay;
  private final ThinkTime thinkTime;
  private final Pacing pacing;
  private final Quota quota;
  private final SplittableRandom random;
  private long dueNanos;

  /** The measured window in which its last transaction began, and how many of it began there. */
  private int window = Timeline.NONE;

  private int begun;

  /**
   * @param quota how many transactions it has to do in each measured window
   * @param seed the same seed gives the same pauses and the same pacing
   * @param place number of the user, from 0
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

  /** When its next transaction is due, in nanoseconds since the schedule's zero. */
  public long dueNanos() {
    return dueNanos;
  }

  /** Whether its next transaction is due before it leaves. */
  public boolean stays() {
    return dueNanos < TimeUnit.MILLISECONDS.toNanos(stay.toMillis());
  }

  /**
   * Its transaction is over.
   *
   * @param startNanos when it began, in nanoseconds since the schedule's zero
   * @param endNanos when it ended
   * @return the measured window in which it has now begun and ended all that it has to, when this
   *     was the last of them; else {@link Timeline#NONE}
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
