package dev.scalelab.operator.analysis;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.analysis.solvers.BrentSolver;

/**
 * Profile likelihood interval of a parameter: its values with which the best fit is hardly worse
 * than with the best value. It is right at a bound such as 0, where intervals by standard errors
 * and by resampling are not.
 */
final class Profile {
  private static final double CONFIDENCE = 0.95;
  private static final double PRECISION = 1e-6;
  private static final int MAX_EVALUATIONS = 200;
  private static final int MAX_DOUBLINGS = 40;

  private final double limit;

  /**
   * @param smallest the sum of squares of the best fit
   * @param variance of single logarithms, known with these degrees of freedom
   */
  Profile(double smallest, double variance, int degrees) {
    this.limit = smallest + variance * Quantiles.f(CONFIDENCE, 1, degrees);
  }

  /** An interval; an end is infinite if there is no such end. */
  record Range(double low, double high) {

    /**
     * The interval of a throughput, which is also uncertain by what changes for all numbers of
     * servers from round to round.
     *
     * @param drift half-width of the interval of the logarithm of that
     */
    Range widened(double estimate, double drift) {
      double below = Math.hypot(Math.log(estimate / low), drift);
      double above = Math.hypot(Math.log(high / estimate), drift);
      return new Range(estimate * Math.exp(-below), estimate * Math.exp(above));
    }
  }

  /** Whether a sum of squares is still inside. */
  boolean holds(double sum) {
    return sum <= limit;
  }

  /**
   * The interval of a parameter.
   *
   * @param sum the smallest sum of squares for each of its values
   * @param estimate its best value
   * @param min its lowest possible value
   * @param step first distance in which the upper end is looked for; it is doubled
   */
  Range of(DoubleUnaryOperator sum, double estimate, double min, double step) {
    double low = min;
    if (min < estimate && !holds(sum.applyAsDouble(min))) {
      low = end(sum, min, estimate);
    }
    double inside = estimate;
    double outside = estimate + step;
    for (int i = 0; i < MAX_DOUBLINGS; i++) {
      if (!holds(sum.applyAsDouble(outside))) {
        return new Range(low, end(sum, outside, inside));
      }
      inside = outside;
      outside = estimate + 2 * (outside - estimate);
    }
    return new Range(low, Double.POSITIVE_INFINITY);
  }

  /** Where the sum crosses the limit, between a value outside and one inside. */
  private double end(DoubleUnaryOperator sum, double outside, double inside) {
    double bounded = Math.max(Math.abs(outside), Math.abs(inside));
    if (sum.applyAsDouble(inside) >= limit) {
      return inside;
    }
    return new BrentSolver(PRECISION, PRECISION * PRECISION * bounded)
        .solve(
            MAX_EVALUATIONS,
            value -> Math.min(sum.applyAsDouble(value), Double.MAX_VALUE / 2) - limit,
            Math.min(outside, inside),
            Math.max(outside, inside));
  }
}
