package dev.scalelab.operator.measurement;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers as text with a number of decimals, as String.format does it, but without its garbage. */
public final class Decimals {
  private static final long[] POWERS = {1, 10, 100};

  private Decimals() {}

  /**
   * A number; halves are rounded up, as its decimal digits have them.
   *
   * @param decimals up to two
   */
  public static String text(int decimals, double value) {
    double scaled = Math.abs(value) * POWERS[decimals];
    return scaled < Rounding.LARGE && !Rounding.isNearHalf(scaled)
        ? text(decimals, Math.round(scaled), value < 0)
        : exact(decimals, value);
  }

  private static String text(int decimals, long digits, boolean negative) {
    String sign = negative && digits > 0 ? "-" : "";
    if (decimals == 0) {
      return sign + digits;
    }
    long fraction = digits % POWERS[decimals];
    String point = fraction < POWERS[decimals - 1] && decimals > 1 ? ".0" : ".";
    return sign + digits / POWERS[decimals] + point + fraction;
  }

  private static String exact(int decimals, double value) {
    return Double.isFinite(value)
        ? BigDecimal.valueOf(value).setScale(decimals, RoundingMode.HALF_UP).toPlainString()
        : String.valueOf(value);
  }
}
