package dev.scalelab.operator.search;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Where a search looks, and how finely.
 *
 * @param min lowest level, arrivals per second or users
 * @param max highest level
 * @param tolerance the search ends when the level that passed and the one that failed are this
 *     close, as a fraction of the level: 0.05 for 5 %
 * @param grid levels are multiples of this; 0 where any level can be produced
 * @param maxSteps a round that has not converged by then ends with its estimate
 */
public record SearchRange(double min, double max, double tolerance, int grid, int maxSteps) {

  private static final MathContext DIGITS = new MathContext(4);

  /** Levels are rounded. */
  private static final double ROUNDING = 1.002;

  /** The bounds are levels that can be produced too, between those that were given. */
  public SearchRange {
    if (grid > 0) {
      min = Math.ceil(min / grid) * grid;
      max = Math.max(min, Math.floor(max / grid) * grid);
    }
  }

  /** The nearest level that can be produced, within the range. */
  double onGrid(double level) {
    double rounded =
        grid == 0 ? readable(level) : (double) Math.max(1, Math.round(level / grid)) * grid;
    return Math.max(min, Math.min(max, rounded));
  }

  /** Whether no level between the two is left to try. */
  boolean isClose(double passed, double failed) {
    return failed / passed <= (1 + tolerance) * ROUNDING || grid > 0 && failed - passed <= grid;
  }

  /** Rates are rounded to four digits, so that people can read them. */
  private static double readable(double level) {
    return BigDecimal.valueOf(level).round(DIGITS).doubleValue();
  }
}
