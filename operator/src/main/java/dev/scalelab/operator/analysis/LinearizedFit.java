package dev.scalelab.operator.analysis;

import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * Least squares of X = N / D(N), where D is a sum of coefficients times given columns, all linear:
 * N/X is linear in the coefficients, which gives the start, and a few Gauss-Newton steps minimise
 * the residuals of ln X, or of X itself as most published fits do. Needs no optimiser.
 */
final class LinearizedFit {
  private static final int MAX_STEPS = 30;
  private static final int MAX_HALVINGS = 20;
  private static final double CONVERGED = 1e-14;

  private final double[] replicas;
  private final double[] perSecond;
  private final double[] weights;
  private final boolean absolute;

  /**
   * A fit of some points.
   *
   * @param coefficients one for each column
   * @param sum the weighted sum of squared residuals
   */
  record Fit(double[] coefficients, double sum) {
    static final Fit NONE = new Fit(new double[0], Double.POSITIVE_INFINITY);

    boolean hasNegative() {
      for (double coefficient : coefficients) {
        if (coefficient < 0) {
          return true;
        }
      }
      return false;
    }
  }

  /**
   * @param absolute whether residuals are of X instead of ln X
   */
  LinearizedFit(double[] replicas, double[] perSecond, double[] weights, boolean absolute) {
    this.replicas = replicas.clone();
    this.perSecond = perSecond.clone();
    this.weights = weights.clone();
    this.absolute = absolute;
  }

  /** A column with the value of a function at each number of servers. */
  double[] column(DoubleUnaryOperator function) {
    double[] column = new double[replicas.length];
    for (int i = 0; i < column.length; i++) {
      column[i] = function.applyAsDouble(replicas[i]);
    }
    return column;
  }

  /** The fit of D with these columns. */
  Fit of(List<double[]> columns) {
    return of(new double[replicas.length], columns);
  }

  /** The same, without negative coefficients: {@link Fit#NONE} if the best one has some. */
  Fit nonNegative(List<double[]> columns) {
    return nonNegative(new double[replicas.length], columns);
  }

  /**
   * The same beside a part of D that is known.
   *
   * @param fixed the known part
   */
  Fit nonNegative(double[] fixed, List<double[]> columns) {
    Fit fit = of(fixed, columns);
    return fit.hasNegative() ? Fit.NONE : fit;
  }

  private Fit of(double[] fixed, List<double[]> columns) {
    double[] coefficients = start(fixed, columns);
    double sum = sum(fixed, columns, coefficients);
    if (columns.isEmpty() || Double.isInfinite(sum)) {
      return new Fit(coefficients, sum);
    }
    for (int step = 0; step < MAX_STEPS; step++) {
      double[] change = change(fixed, columns, coefficients);
      double[] next = coefficients;
      double lower = Double.POSITIVE_INFINITY;
      double scale = 1;
      for (int halving = 0; halving < MAX_HALVINGS && !(lower < sum); halving++, scale /= 2) {
        next = moved(coefficients, change, scale);
        lower = sum(fixed, columns, next);
      }
      if (!(lower < sum)) {
        break;
      }
      boolean converged = sum - lower <= CONVERGED * sum;
      coefficients = next;
      sum = lower;
      if (converged) {
        break;
      }
    }
    return new Fit(coefficients, sum);
  }

  /** Linear least squares of N/X, weighted so that relative errors count. */
  private double[] start(double[] fixed, List<double[]> columns) {
    double[] target = new double[replicas.length];
    double[] weight = new double[replicas.length];
    for (int i = 0; i < target.length; i++) {
      target[i] = replicas[i] / perSecond[i] - fixed[i];
      double inverse = perSecond[i] / replicas[i];
      weight[i] = weights[i] * inverse * inverse;
    }
    double[] linear = NormalEquations.solve(columns, target, weight);
    if (columns.isEmpty() || !Double.isInfinite(sum(fixed, columns, linear))) {
      return linear;
    }
    double[] first = new double[columns.size()];
    double mean = 0;
    double all = 0;
    for (int i = 0; i < target.length; i++) {
      mean += weights[i] * target[i] / columns.get(0)[i];
      all += weights[i];
    }
    first[0] = mean / all;
    return first;
  }

  private double[] change(double[] fixed, List<double[]> columns, double[] coefficients) {
    int k = replicas.length;
    double[] residuals = new double[k];
    List<double[]> slopes = columns.stream().map(double[]::clone).toList();
    for (int i = 0; i < k; i++) {
      double d = denominator(fixed, columns, coefficients, i);
      residuals[i] = -residual(d, i);
      double slope = absolute ? replicas[i] / (d * d) : 1 / d;
      for (double[] column : slopes) {
        column[i] *= slope;
      }
    }
    return NormalEquations.solve(slopes, residuals, weights);
  }

  /** Infinite where D is not above 0: no throughput is negative. */
  private double sum(double[] fixed, List<double[]> columns, double[] coefficients) {
    double sum = 0;
    for (int i = 0; i < replicas.length; i++) {
      double d = denominator(fixed, columns, coefficients, i);
      if (!(d > 0)) {
        return Double.POSITIVE_INFINITY;
      }
      double residual = residual(d, i);
      sum += weights[i] * residual * residual;
    }
    return sum;
  }

  /** Of X, or of ln X. */
  private double residual(double denominator, int i) {
    return absolute
        ? perSecond[i] - replicas[i] / denominator
        : Math.log(perSecond[i] * denominator / replicas[i]);
  }

  private static double denominator(
      double[] fixed, List<double[]> columns, double[] coefficients, int i) {
    double d = fixed[i];
    for (int j = 0; j < coefficients.length; j++) {
      d += coefficients[j] * columns.get(j)[i];
    }
    return d;
  }

  private static double[] moved(double[] from, double[] change, double scale) {
    double[] to = from.clone();
    for (int j = 0; j < to.length; j++) {
      to[j] += scale * change[j];
    }
    return to;
  }
}
