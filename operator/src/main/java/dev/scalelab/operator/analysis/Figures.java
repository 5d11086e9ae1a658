package dev.scalelab.operator.analysis;

/** Decimals of the figures in a status. */
final class Figures {
  private Figures() {}

  /** Two decimals: per second, percent, speed-up, efficiency. */
  static double two(double value) {
    return Math.round(value * 100.0) / 100.0;
  }
}
