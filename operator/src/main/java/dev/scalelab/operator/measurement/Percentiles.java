package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.ResponseTimes;
import org.HdrHistogram.Histogram;

/** Reads response times, in milliseconds and rounded as in a status, out of histograms. */
public final class Percentiles {
  private static final double MICROS_PER_MILLI = 1000.0;

  private Percentiles() {}

  /**
   * Percentiles of a histogram in microseconds: the lowest value that so many percent of the values
   * do not exceed. For several runs give the merged histogram; percentiles cannot be averaged.
   */
  public static ResponseTimes of(Histogram histogram) {
    return of(histogram, new Histogram(Histograms.COARSE_DIGITS));
  }

  /**
   * The same, and beside them those of the same transactions' times from the sending.
   *
   * @param sent their histogram; one that is not of all of them, as where some load generators or
   *     runs do not tell, counts as none
   */
  public static ResponseTimes of(Histogram histogram, Histogram sent) {
    if (histogram.getTotalCount() == 0) {
      return new ResponseTimes(null, null, null, null, null, null, null);
    }
    boolean known = sent.getTotalCount() == histogram.getTotalCount();
    return new ResponseTimes(
        at(histogram, 50),
        at(histogram, 90),
        at(histogram, 95),
        at(histogram, 99),
        Rounding.two(histogram.getMaxValue() / MICROS_PER_MILLI),
        known ? minAt(sent, 95) : null,
        known ? minAt(sent, 99) : null);
  }

  /** Rounded down: from the sending nothing takes longer than from the scheduled moment. */
  private static Double minAt(Histogram coarse, double percentile) {
    long micros = coarse.lowestEquivalentValue(coarse.getValueAtPercentile(percentile));
    return Rounding.two(micros / MICROS_PER_MILLI);
  }

  private static double at(Histogram histogram, double percentile) {
    return Rounding.two(histogram.getValueAtPercentile(percentile) / MICROS_PER_MILLI);
  }
}
