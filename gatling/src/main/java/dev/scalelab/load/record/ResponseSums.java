package dev.scalelab.load.record;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * Times of all completed transactions of a run, for series over time: their sums, and a histogram
 * since the last one was taken. Thread-safe; taken by one thread.
 */
final class ResponseSums {
  /** Enough to see how percentiles change in a step, at a fraction of the size. */
  private static final int DIGITS = 2;

  private final LongAdder fromScheduleNanos = new LongAdder();
  private final LongAdder fromSendingNanos = new LongAdder();
  private final Recorder recent;
  private final long highestMicros;
  private Histogram taken;

  /**
   * @param highestMicros highest recorded time; longer ones are recorded as this value
   */
  ResponseSums(long highestMicros) {
    this.highestMicros = highestMicros;
    this.recent = new Recorder(highestMicros, DIGITS);
  }

  void add(long nanosFromSchedule, long nanosFromSending) {
    fromScheduleNanos.add(nanosFromSchedule);
    fromSendingNanos.add(nanosFromSending);
    recent.recordValue(Math.min(TimeUnit.NANOSECONDS.toMicros(nanosFromSchedule), highestMicros));
  }

  /** Sum of the times from the scheduled starts, since the run's start. */
  long fromScheduleMillis() {
    return TimeUnit.NANOSECONDS.toMillis(fromScheduleNanos.sum());
  }

  /** Sum of the times from the sending, without pauses: the time of the requests. */
  long fromSendingMillis() {
    return TimeUnit.NANOSECONDS.toMillis(fromSendingNanos.sum());
  }

  /** Times from the scheduled starts since the last call; valid until the next one. */
  Histogram takeRecent() {
    taken = recent.getIntervalHistogram(taken);
    return taken;
  }
}
