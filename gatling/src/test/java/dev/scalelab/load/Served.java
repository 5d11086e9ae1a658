package dev.scalelab.load;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * A server's records of requests that it answered.
 *
 * @param heldMicros from reading each request to writing its response
 * @param lateMicros difference to the time configured by the test: added by the machine
 */
record Served(Histogram heldMicros, Histogram lateMicros) {
  private static final long HELD_UP_MICROS = TimeUnit.MILLISECONDS.toMicros(5);

  Served() {
    this(new Histogram(3), new Histogram(3));
  }

  void add(long heldNanos, long lateNanos) {
    heldMicros.recordValue(TimeUnit.NANOSECONDS.toMicros(heldNanos));
    lateMicros.recordValue(TimeUnit.NANOSECONDS.toMicros(Math.max(0, lateNanos)));
  }

  void add(Served other) {
    heldMicros.add(other.heldMicros());
    lateMicros.add(other.lateMicros());
  }

  /** Percentage of the requests that were considerably delayed by the machine. */
  double heldUpPercent() {
    long heldUp = lateMicros.getCountBetweenValues(HELD_UP_MICROS, Long.MAX_VALUE);
    return 100.0 * heldUp / lateMicros.getTotalCount();
  }

  /** Mean delay of the server, in milliseconds. */
  double lateMillis() {
    return lateMicros.getMean() / 1000;
  }
}
