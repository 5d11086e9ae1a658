package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.ResponseTimes;
import org.HdrHistogram.Histogram;

/** Calculates response times from histograms, in milliseconds and rounded as in a status. */
public final class Percentiles {
  private static final double MICROS_PER_MILLI = 1000.0;
  private static final long MICROS_PER_HUNDREDTH = 10;

  private Percentiles() {}

  /**
   * Percentiles of a histogram in microseconds: the lowest value that is not exceeded by that
   * percentage of the values, and never less than the recorded one. For several runs give the
   * merged histogram; percentiles cannot be averaged.
   */
  public static ResponseTimes of(Histogram histogram) {
    return of(histogram, new Histogram(Histograms.COARSE_DIGITS));
  }

  /**
   * The same, with the percentiles of the same transactions' times from the sending.
   *
   * @param sent their histogram; ignored if it is not of all transactions, because some load
   *     generators or runs do not report it
   */
  public static ResponseTimes of(Histogram histogram, Histogram sent) {
    if (histogram.getTotalCount() == 0) {
      return new ResponseTimes(null, null, null, null, null, null, null, null);
    }
    boolean known = sent.getTotalCount() == histogram.getTotalCount();
    return new ResponseTimes(
        at(histogram, 50),
        at(histogram, 90),
        at(histogram, 95),
        at(histogram, 99),
        up(histogram.getMaxValue()),
        known ? minAt(sent, 95) : null,
        known ? minAt(sent, 99) : null,
        Rounding.two(histogram.getMean() / MICROS_PER_MILLI));
  }

  /** Rounded down, since a time from the sending is never longer than from the scheduled moment. */
  private static Double minAt(Histogram coarse, double percentile) {
    long micros = coarse.lowestEquivalentValue(coarse.getValueAtPercentile(percentile));
    return Rounding.two(micros / MICROS_PER_MILLI);
  }

  private static Double at(Histogram histogram, double percentile) {
    return up(histogram.getValueAtPercentile(percentile));
  }

  /** In milliseconds, rounded up: a limit that is missed by a microsecond is missed. */
  private static Double up(long micros) {
    return (micros + MICROS_PER_HUNDREDTH - 1) / MICROS_PER_HUNDREDTH / 100.0;
  }
}
