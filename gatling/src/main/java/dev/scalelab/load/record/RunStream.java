package dev.scalelab.load.record;

import dev.scalelab.load.profile.ArrivalSchedule;
import dev.scalelab.load.profile.Share;
import dev.scalelab.load.profile.TransactionType;
import java.util.concurrent.TimeUnit;

/**
 * A constant stream of transactions beside the users of a run. It has a recorder of its own, so
 * that the figures of users and stream never mix.
 *
 * @param type what arrives
 * @param perSecond how much of it a second, from all load generators together
 * @param schedule when each is due, of all load generators together
 * @param share what of it arrives from this process
 * @param recorder where it is counted
 */
public record RunStream(
    TransactionType type,
    double perSecond,
    ArrivalSchedule schedule,
    Share share,
    RunRecorder recorder) {

  /** Transactions of this process due in that time, in nanoseconds from the start. */
  public long due(long fromNanos, long toNanos) {
    return dueBefore(toNanos) - dueBefore(fromNanos);
  }

  private long dueBefore(long nanos) {
    return share.countOf(schedule.usersBefore(TimeUnit.NANOSECONDS.toMillis(nanos)));
  }
}
