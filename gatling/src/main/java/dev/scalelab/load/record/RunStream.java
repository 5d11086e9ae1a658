package dev.scalelab.load.record;

import dev.scalelab.load.profile.ArrivalSchedule;
import dev.scalelab.load.profile.Share;
import dev.scalelab.load.profile.TransactionType;
import java.util.concurrent.TimeUnit;

/**
 * A constant stream of transactions in addition to the users of a run. It has a separate recorder,
 * so that the figures of users and stream are never mixed.
 *
 * @param type type of the transactions
 * @param perSecond number of transactions per second, of all load generators together
 * @param schedule the schedule of all load generators together
 * @param share this process's part of the stream
 * @param recorder recorder of the stream
 */
public record RunStream(
    TransactionType type,
    double perSecond,
    ArrivalSchedule schedule,
    Share share,
    RunRecorder recorder) {

  /** Transactions of this process scheduled in that time, in nanoseconds from the start. */
  public long due(long fromNanos, long toNanos) {
    return dueBefore(toNanos) - dueBefore(fromNanos);
  }

  private long dueBefore(long nanos) {
    return share.countOf(schedule.usersBefore(TimeUnit.NANOSECONDS.toMillis(nanos)));
  }
}
