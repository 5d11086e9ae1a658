package dev.scalelab.operator.diagnosis;

/**
 * One figure in both steps of a contrast, mostly a time in ms per transaction. One that is not
 * known is NaN.
 */
record Times(double low, double high) {
  static final Times ZERO = new Times(0, 0);
  static final Times UNKNOWN = new Times(Double.NaN, Double.NaN);

  /** Of figures that are null if they are not known. */
  static Times of(Double low, Double high) {
    return low == null || high == null ? UNKNOWN : new Times(low, high);
  }

  boolean known() {
    return !Double.isNaN(low) && !Double.isNaN(high);
  }

  Times plus(Times other) {
    return new Times(low + other.low, high + other.high);
  }

  Times atMost(Times other) {
    return new Times(Math.min(low, other.low), Math.min(high, other.high));
  }

  Times minus(Times other) {
    return new Times(low - other.low, high - other.high);
  }
}
