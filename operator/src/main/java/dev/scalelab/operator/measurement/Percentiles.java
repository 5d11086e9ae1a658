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
 * @param sentP95 95th percentile of times from the sending, within 1 %; null where it is not known
 * @param sentP99 99th percentile of the same
 */
public record Percentiles(
    Double p50, Double p90, Double p95, Double p99, Double max, Double sentP95, Double sentP99) {
  private static final double MICROS_PER_MILLI = 1000.0;

  /** One of them by its name, 50, 90, 95 or 99. */
  public Double at(String name) {
    return switch (name) {
      case "50" -> p50;
      case "90" -> p90;
      case "95" -> p95;
      case "99" -> p99;
      default -> throw new IllegalArgumentException("no percentile " + name);
    };
  }

  /**
   * Percentiles of a histogram in microseconds: the least value that so many percent of the values
   * do not exceed. For several runs give the merged histogram; percentiles cannot be averaged.
   */
  public static Percentiles of(Histogram histogram) {
    return of(histogram, new Histogram(Histograms.COARSE_DIGITS));
  }

  /**
   * The same, and beside them those of the same transactions' times from the sending.
   *
   * @param sent their histogram; one that is not of all of them, as where some load generators or
   *     runs do not tell, counts as none
   */
  public static Percentiles of(Histogram histogram, Histogram sent) {
    if (histogram.getTotalCount() == 0) {
      return new Percentiles(null, null, null, null, null, null, null);
    }
    boolean known = sent.getTotalCount() == histogram.getTotalCount();
    return new Percentiles(
        at(histogram, 50),
        at(histogram, 90),
        at(histogram, 95),
        at(histogram, 99),
        Rounding.two(histogram.getMaxValue() / MICROS_PER_MILLI),
        known ? leastAt(sent, 95) : null,
        known ? leastAt(sent, 99) : null);
  }

  /** Rounded down: from the sending nothing takes longer than from the scheduled moment. */
  private static Double leastAt(Histogram coarse, double percentile) {
    long micros = coarse.lowestEquivalentValue(coarse.getValueAtPercentile(percentile));
    return Rounding.two(micros / MICROS_PER_MILLI);
  }

  private static double at(Histogram histogram, double percentile) {
    return Rounding.two(histogram.getValueAtPercentile(percentile) / MICROS_PER_MILLI);
  }
}
