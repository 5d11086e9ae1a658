package dev.scalelab.operator.analysis;

/**
 * An estimate and its interval, of a figure that is analysed as its logarithm: the interval is
 * symmetric there.
 *
 * @param log logarithm of the estimate
 * @param halfWidth half the width of the interval of the logarithm
 */
public record LogInterval(double log, double halfWidth) {

  /** The estimate. */
  public double value() {
    return Math.exp(log);
  }

  /** Lower end of the interval. */
  public double low() {
    return Math.exp(log - halfWidth);
  }

  /** Upper end of the interval. */
  public double high() {
    return Math.exp(log + halfWidth);
  }

  /** The interval of the figure times a constant. */
  public LogInterval times(double factor) {
    return new LogInterval(log + Math.log(factor), halfWidth);
  }

  /** Whether 1 is outside, so that a ratio is shown to be no accident. */
  boolean excludesOne() {
    return Math.abs(log) > halfWidth;
  }

  /**
   * Whether the whole interval is within this fraction of 1, by a factor: 0.05 is 1/1.05 to 1.05.
   */
  boolean within(double fraction) {
    return Math.abs(log) + halfWidth <= Math.log1p(fraction);
  }
}
