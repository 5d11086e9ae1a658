package dev.scalelab.operator.measurement;

import dev.scalelab.operator.measurement.Series.Sample;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How long servers took to give each other copies of their state after a disturbance, from a
 * counter of each of them. Pure.
 */
final class StateTransfers {
  private StateTransfers() {}

  /**
   * Seconds that the server took that was busy with it for longest: each counts until all of them
   * have ended a transfer. Empty if none reports it.
   *
   * @param counters samples of each server's counter, which begins at 0 with its process
   * @param from when the disturbance was made, in seconds since 1970
   */
  static OptionalDouble seconds(List<Series> counters, double from) {
    return counters.stream().mapToDouble(counter -> increase(counter.samples(), from)).max();
  }

  private static double increase(List<Sample> samples, double from) {
    double before = 0;
    double increase = 0;
    for (Sample sample : samples) {
      if (sample.time() > from) {
        // One that is smaller than before is of a new process.
        increase += sample.value() - (sample.value() < before ? 0 : before);
      }
      before = sample.value();
    }
    return increase;
  }
}
