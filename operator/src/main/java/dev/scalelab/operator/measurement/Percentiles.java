package dev.scalelab.operator.measurement;

import org.HdrHistogram.Histogram;

/**
 * Response times in milliseconds, rounded as in a status; all null where nothing completed.
 *
 * @param p50 median
 * @param p90 90th percentile
 * @param p95 95th percentile
 * @param p99 99th percentile
 * @param max longest
 */
public record Percentiles(Double p50, Double p90, Double p95, Double p99, Double max) {
  private static final double MICROS_PER_MILLI = 1000.0;

  /**
   * Percentiles of a histogram in microseconds: the least value that so many percent of the values
   * do not exceed. For several runs give the merged histogram; percentiles cannot be averaged.
   */
  public static Percentiles of(Histogram histogram) {
    if (histogram.getTotalCount() == 0) {
      return new Percentiles(null, null, null, null, null);
    }
    return new Percentiles(
        at(histogram, 50),
        at(histogram, 90),
        at(histogram, 95),
        at(histogram, 99),
        Rounding.two(histogram.getMaxValue() / MICROS_PER_MILLI));
  }

  private static double at(Histogram histogram, double percentile) {
    return Rounding.two(histogram.getValueAtPercentile(percentile) / MICROS_PER_MILLI);
  }
}
