package dev.scalelab.load;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * What a server recorded of requests that it answered.
 *
 * @param heldMicros from reading each to writing its response
 * @param lateMicros how much longer that was than the test said: what the machine has added
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

  /** How many of a hundred requests the machine held up, and not only for a moment. */
  double heldUpPercent() {
    long heldUp = lateMicros.getCountBetweenValues(HELD_UP_MICROS, Long.MAX_VALUE);
    return 100.0 * heldUp / lateMicros.getTotalCount();
  }

  /** How late the server was on average, in milliseconds. */
  double lateMillis() {
    return lateMicros.getMean() / 1000;
  }
}
