package dev.scalelab.load.record;

import org.HdrHistogram.Histogram;

/** Statistics of the delay of transactions' starts. */
final class Lateness {
  private static final int LATEST_LEFT_OUT = 2;

  private Lateness() {}

  /**
   * The 99th percentile, but never the latest two: of a hundred transactions the 99th percentile is
   * one transaction, and one short pause of the host does not make the generator the limit.
   *
   * @return in the unit of the histogram
   */
  static long p99(Histogram histogram) {
    double count = histogram.getTotalCount();
    double withoutTwo = 100 * Math.max(0, count - LATEST_LEFT_OUT) / Math.max(1, count);
    return histogram.getValueAtPercentile(Math.min(99, withoutTwo));
  }
}
