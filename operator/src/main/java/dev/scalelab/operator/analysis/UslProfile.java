package dev.scalelab.operator.analysis;

import dev.scalelab.operator.analysis.LinearizedFit.Fit;
import java.util.List;

/**
 * The smallest sum of squares of the Universal Scalability Law for each value of one of its
 * parameters: every one leaves a linear problem with fewer coefficients.
 */
final class UslProfile {
  private static final double GOLDEN = (Math.sqrt(5) - 1) / 2;

  /** The best number of servers is looked for within this factor of the estimate. */
  private static final double WIDE = 3;

  private static final int SECTIONS = 24;

  private final LinearizedFit fit;
  private final double[] one;
  private final double[] contention;
  private final double[] coherency;

  UslProfile(ScalingData data) {
    fit = data.fit(false);
    one = fit.column(n -> 1);
    contention = fit.column(n -> n - 1);
    coherency = fit.column(n -> n * (n - 1));
  }

  double ofLambda(double lambda) {
    double[] fixed = fit.column(n -> 1 / lambda);
    double[] serial = fit.column(n -> n / lambda);
    return smallest(
        fit.nonNegative(fixed, List.of()),
        parallel(fit.nonNegative(fixed, List.of(contention)), 1 / lambda),
        fit.nonNegative(fixed, List.of(coherency)),
        parallel(fit.nonNegative(fixed, List.of(contention, coherency)), 1 / lambda),
        fit.nonNegative(serial, List.of()),
        fit.nonNegative(serial, List.of(coherency)));
  }

  /** The fit, unless its first coefficient, of the contention, exceeds the work itself. */
  private static Fit parallel(Fit fit, double work) {
    return fit.coefficients().length > 0 && fit.coefficients()[0] > work ? Fit.NONE : fit;
  }

  double ofSigma(double sigma) {
    if (sigma > 1) {
      return Double.POSITIVE_INFINITY;
    }
    double[] parallel = fit.column(n -> 1 + sigma * (n - 1));
    return smallest(
        fit.nonNegative(List.of(parallel)), fit.nonNegative(List.of(parallel, coherency)));
  }

  /** The same without kappa: Amdahl's law. */
  double ofSigmaAlone(double sigma) {
    return sigma > 1
        ? Double.POSITIVE_INFINITY
        : fit.nonNegative(List.of(fit.column(n -> 1 + sigma * (n - 1)))).sum();
  }

  double ofKappa(double kappa) {
    double[] pairs = fit.column(n -> 1 + kappa * n * (n - 1));
    double[] serial = fit.column(n -> n + kappa * n * (n - 1));
    Fit both = fit.nonNegative(List.of(contention, pairs));
    boolean parallel =
        both.coefficients().length > 0 && both.coefficients()[0] <= both.coefficients()[1];
    return smallest(
        fit.nonNegative(List.of(pairs)),
        parallel ? both : Fit.NONE,
        fit.nonNegative(List.of(serial)));
  }

  /** With c = (a - b) / best², and b of at most a: beyond it nothing is parallel. */
  double ofBest(double best) {
    double square = best * best;
    double[] pairs = fit.column(n -> 1 + n * (n - 1) / square);
    double[] rest = fit.column(n -> n - 1 - n * (n - 1) / square);
    Fit both = fit.nonNegative(List.of(pairs, rest));
    boolean parallel =
        both.coefficients().length > 0 && both.coefficients()[1] <= both.coefficients()[0];
    return smallest(
        fit.nonNegative(List.of(pairs)),
        parallel ? both : Fit.NONE,
        fit.nonNegative(List.of(fit.column(n -> n))));
  }

  /**
   * Of the highest throughput, wherever it is.
   *
   * @param near estimate of the number of servers that has it
   */
  double ofPeak(double peak, double near) {
    double low = Math.log(Math.max(near / WIDE, 1));
    double high = Math.log(near * WIDE);
    double left = high - GOLDEN * (high - low);
    double right = low + GOLDEN * (high - low);
    double ofLeft = ofPeakAt(peak, Math.exp(left));
    double ofRight = ofPeakAt(peak, Math.exp(right));
    for (int i = 0; i < SECTIONS; i++) {
      if (ofLeft < ofRight) {
        high = right;
        right = left;
        ofRight = ofLeft;
        left = high - GOLDEN * (high - low);
        ofLeft = ofPeakAt(peak, Math.exp(left));
      } else {
        low = left;
        left = right;
        ofLeft = ofRight;
        right = low + GOLDEN * (high - low);
        ofRight = ofPeakAt(peak, Math.exp(right));
      }
    }
    return Math.min(ofLeft, ofRight);
  }

  /**
   * A peak at a number of servers gives two conditions for a, b and c, which leaves b: with m =
   * (best - 1) / best, a (1 + m) + b (best - 1 - m) = best / peak.
   */
  private double ofPeakAt(double peak, double best) {
    double square = best * best;
    double m = (best - 1) / best;
    double a0 = best / peak / (1 + m);
    double slope = (best - 1 - m) / (1 + m);
    double[] fixed = fit.column(n -> a0 * (1 + n * (n - 1) / square));
    double[] rest =
        fit.column(n -> n - 1 - n * (n - 1) / square - slope * (1 + n * (n - 1) / square));
    return smallest(fit.nonNegative(fixed, List.of()), fit.nonNegative(fixed, List.of(rest)));
  }

  private static double smallest(Fit... fits) {
    double smallest = Double.POSITIVE_INFINITY;
    for (Fit fit : fits) {
      smallest = Math.min(smallest, fit.sum());
    }
    return smallest;
  }
}
