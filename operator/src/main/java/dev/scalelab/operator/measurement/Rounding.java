package dev.scalelab.operator.measurement;

/** Decimals of the figures in a status: few enough to read, more than the measurement holds. */
final class Rounding {
  private Rounding() {}

  /** Per second, milliseconds, percent: two decimals. */
  static double two(double value) {
    return Math.round(value * 100.0) / 100.0;
  }

  /** Cores: three decimals, as Kubernetes' millicores. */
  static double three(double value) {
    return Math.round(value * 1000.0) / 1000.0;
  }

  /** Two decimals of a figure that may be absent. */
  static Double two(Double value) {
    return value == null ? null : (Double) two(value.doubleValue());
  }

  /** Three decimals of a figure that may be absent. */
  static Double three(Double value) {
    return value == null ? null : (Double) three(value.doubleValue());
  }
}
