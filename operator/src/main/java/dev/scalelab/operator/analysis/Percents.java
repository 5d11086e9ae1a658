package dev.scalelab.operator.analysis;

import dev.scalelab.operator.measurement.Decimals;

/** Ratios as percentages in sentences. */
final class Percents {
  private static final double WHOLE_FROM = 9.95;

  private Percents() {}

  /**
   * A percentage with one decimal, without decimals from 10 on; negative ones with a minus sign.
   */
  static String text(double percent) {
    double size = Math.abs(percent);
    String digits = Decimals.text(size < WHOLE_FROM ? 1 : 0, size);
    return percent < 0 && !"0.0".equals(digits) ? "\u2212" + digits : digits;
  }

  /** How much more a ratio is than 1. */
  static double more(double ratio) {
    return 100 * (ratio - 1);
  }

  /** A ratio as the difference in percent with its interval, as "1.2 % (−6.0 to 3.9 %)". */
  static String difference(LogInterval ratio) {
    return text(more(ratio.value())) + " % (" + range(more(ratio.low()), more(ratio.high())) + ")";
  }

  /** An interval, as "15 to 31 %". */
  static String range(double low, double high) {
    return text(low) + " to " + text(high) + " %";
  }
}
