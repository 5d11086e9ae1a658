package dev.scalelab.operator.measurement;

import java.util.List;
import java.util.OptionalDouble;

/** CPU time of all servers in each batch of a measured window, from samples of their counters. */
final class CpuBatches {
  /**
   * One scrape may be missing between two samples; across more, a batch may not be interpolated.
   */
  private static final double MAX_GAP_SECONDS = 11;

  private static final double[] UNKNOWN = {};

  private CpuBatches() {}

  /**
   * The CPU time of each batch, in seconds; empty if it is not known of every server for the whole
   * window.
   *
   * @param servers samples of each server's counter, from before the window to after it
   * @param expected number of servers
   * @param from start of the window, in seconds since 1970
   * @param seconds length of the window; a rest that is no whole batch is left out
   */
  static double[] of(List<Series> servers, int expected, double from, double seconds) {
    int batches = (int) (seconds / Steadiness.BATCH_SECONDS);
    double[] sums = new double[batches];
    for (Series server : servers) {
      OptionalDouble before = CounterWindow.at(server.samples(), from, MAX_GAP_SECONDS);
      for (int batch = 0; batch < batches; batch++) {
        double end = from + (batch + 1) * Steadiness.BATCH_SECONDS;
        OptionalDouble after = CounterWindow.at(server.samples(), end, MAX_GAP_SECONDS);
        if (before.isEmpty() || after.isEmpty() || after.getAsDouble() < before.getAsDouble()) {
          return UNKNOWN;
        }
        sums[batch] += after.getAsDouble() - before.getAsDouble();
        before = after;
      }
    }
    return servers.size() == expected ? sums : UNKNOWN;
  }
}
