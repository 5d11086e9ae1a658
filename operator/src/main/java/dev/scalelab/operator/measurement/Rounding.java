package dev.scalelab.operator.measurement;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.OptionalDouble;

/**
 * Decimals of the figures in a status: few enough to read, more than the precision of the
 * measurement.
 */
public final class Rounding {
  private static final MathContext DIGITS = new MathContext(4);

  /** From SMALL to LARGE the digits follow from these powers of ten, without decimal arithmetic. */
  private static final double[] POWERS = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};

  private static final double SMALL = 1e-6;

  /** Up to here a scaled number has enough further digits to see how it is rounded. */
  static final double LARGE = 1e9;

  private static final double TIE = 0.5;
  private static final double NEAR = 1e-6;

  private Rounding() {}

  /** Per second, milliseconds, percent, speed-up: two decimals. */
  public static double two(double value) {
    return Math.round(value * 100.0) / 100.0;
  }

  /** The same; null if there is no value. */
  public static Double two(OptionalDouble value) {
    return value.isPresent() ? (Double) two(value.getAsDouble()) : null;
  }

  /**
   * Four significant digits, for figures of any size such as the parameters of a model; halves are
   * rounded up, as the decimal digits have them.
   */
  public static double significant(double value) {
    double size = Math.abs(value);
    if (!(size >= SMALL && size < LARGE)) {
      return exactlySignificant(value);
    }
    int decimals = DIGITS.getPrecision() - 1 - (int) Math.floor(Math.log10(size));
    double scaled = decimals < 0 ? value / POWERS[-decimals] : value * POWERS[decimals];
    if (isNearHalf(scaled)) {
      return exactlySignificant(value);
    }
    double digits = Math.rint(scaled);
    return decimals < 0 ? digits * POWERS[-decimals] : digits / POWERS[decimals];
  }

  /** Whether only exact decimal digits can show to which side a number is rounded. */
  static boolean isNearHalf(double scaled) {
    return Math.abs(scaled - Math.floor(scaled) - TIE) <= NEAR;
  }

  private static double exactlySignificant(double value) {
    return BigDecimal.valueOf(value).round(DIGITS).doubleValue();
  }

  /** Cores: three decimals, as Kubernetes' millicores. */
  public static double three(double value) {
    return Math.round(value * 1000.0) / 1000.0;
  }

  /** The same; null if there is no value. */
  public static Double three(OptionalDouble value) {
    return value.isPresent() ? (Double) three(value.getAsDouble()) : null;
  }
}
