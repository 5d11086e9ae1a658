package dev.scalelab.load.record;

import dev.scalelab.load.profile.ArrivalSchedule;
import dev.scalelab.load.profile.TransactionType;
import java.util.concurrent.TimeUnit;

/**
 * A constant stream of transactions beside the users of a run. It has a recorder of its own, so
 * that the figures of users and stream never mix.
 *
 * @param type what arrives
 * @param perSecond how much of it a second
 * @param schedule when each is due
 * @param recorder where it is counted
 */
public record RunStream(
    TransactionType type, double perSecond, ArrivalSchedule schedule, RunRecorder recorder) {

  /** Transactions due in that time, in nanoseconds from the start. */
  public long due(long fromNanos, long toNanos) {
    return schedule.usersBefore(TimeUnit.NANOSECONDS.toMillis(toNanos))
        - schedule.usersBefore(TimeUnit.NANOSECONDS.toMillis(fromNanos));
  }
}
