package dev.scalelab.operator.measurement;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.OptionalDouble;

/**
 * Decimals of the figures in a status: few enough to read, more than the precision of the
 * measurement.
 */
public final class Rounding {
  private Rounding() {}

  /** Per second, milliseconds, percent, speed-up: two decimals. */
  public static double two(double value) {
    return Math.round(value * 100.0) / 100.0;
  }

  /** The same; null if there is no value. */
  public static Double two(OptionalDouble value) {
    return value.isPresent() ? (Double) two(value.getAsDouble()) : null;
  }

  /** Four significant digits, for figures of any size such as the parameters of a model. */
  public static double significant(double value) {
    return BigDecimal.valueOf(value).round(new MathContext(4)).doubleValue();
  }

  /** Cores: three decimals, as Kubernetes' millicores. */
  public static double three(double value) {
    return Math.round(value * 1000.0) / 1000.0;
  }
}
