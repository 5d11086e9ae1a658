package dev.scalelab.operator.measurement;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers as text with a number of decimals, as String.format does it, but without its garbage. */
public final class Decimals {
  private static final long[] POWERS = {1, 10, 100};

  /** Up to here a scaled number has enough further digits to see how it is rounded. */
  private static final double LARGEST = 1e9;

  private static final double TIE = 0.5;
  private static final double NEAR = 1e-6;

  private Decimals() {}

  /**
   * A number; halves are rounded up, as its decimal digits have them.
   *
   * @param decimals up to two
   */
  public static String text(int decimals, double value) {
    double scaled = Math.abs(value) * POWERS[decimals];
    boolean clear = Math.abs(scaled - Math.floor(scaled) - TIE) > NEAR;
    return scaled < LARGEST && clear
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
