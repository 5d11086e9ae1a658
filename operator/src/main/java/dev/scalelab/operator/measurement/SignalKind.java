package dev.scalelab.operator.measurement;

/** How the figure of a {@link Signal} is calculated from series, which are then added up. */
public enum SignalKind {
  /** Growth of a counter, per second of the window. */
  GROWTH,
  /** The same, but of the series with one name those that grew most, instead of all. */
  FASTEST_GROWTH,
  /** Mean of a gauge over the window. */
  MEAN,
  /** Slope of a gauge over the window, per second, by its regression line. */
  SLOPE,
  /** Highest value of a gauge in the window. */
  HIGHEST;

  /** Whether it is the growth of counters. */
  boolean isGrowth() {
    return this == GROWTH || this == FASTEST_GROWTH;
  }
}
