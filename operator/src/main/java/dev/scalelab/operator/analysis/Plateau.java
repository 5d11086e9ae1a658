package dev.scalelab.operator.analysis;

import dev.scalelab.operator.api.ScalingModel;

/**
 * Linear scaling up to a bound, X = min(lambda N, bound): a resource that all servers share is
 * full.
 *
 * @param lambda throughput of one server
 * @param bound throughput that is not exceeded
 * @param sum the weighted sum of squared residuals of the logarithms
 */
public record Plateau(double lambda, double bound, double sum) implements Curve {

  /** The best fit: of every division of the points into rising and flat ones. */
  public static Plateau of(ScalingData data) {
    Plateau best = new Plateau(Double.NaN, Double.NaN, Double.POSITIVE_INFINITY);
    for (int rising = 1; rising < data.counts(); rising++) {
      Plateau next = with(data, slope(data, rising), level(data, rising));
      best = next.sum() < best.sum() ? next : best;
    }
    return best;
  }

  /** The smallest sum of squares with that bound. */
  static double ofBound(ScalingData data, double bound) {
    double smallest = Double.POSITIVE_INFINITY;
    for (int rising = 1; rising <= data.counts(); rising++) {
      smallest = Math.min(smallest, with(data, slope(data, rising), bound).sum());
    }
    return smallest;
  }

  /** The smallest sum of squares with that throughput of one server. */
  static double ofLambda(ScalingData data, double lambda) {
    double smallest = Double.POSITIVE_INFINITY;
    for (int rising = 0; rising < data.counts(); rising++) {
      smallest = Math.min(smallest, with(data, lambda, level(data, rising)).sum());
    }
    return smallest;
  }

  private static Plateau with(ScalingData data, double lambda, double bound) {
    double sum = 0;
    for (int i = 0; i < data.counts(); i++) {
      double fitted = Math.min(lambda * data.replicas()[i], bound);
      double residual = Math.log(data.perSecond()[i] / fitted);
      sum += data.weights()[i] * residual * residual;
    }
    return new Plateau(lambda, bound, sum);
  }

  /** Geometric mean of the first throughputs, each divided by its number of servers. */
  private static double slope(ScalingData data, int rising) {
    double logs = 0;
    double weights = 0;
    for (int i = 0; i < rising; i++) {
      logs += data.weights()[i] * Math.log(data.perSecond()[i] / data.replicas()[i]);
      weights += data.weights()[i];
    }
    return Math.exp(logs / weights);
  }

  /** Geometric mean of the throughputs after the first ones. */
  private static double level(ScalingData data, int rising) {
    double logs = 0;
    double weights = 0;
    for (int i = rising; i < data.counts(); i++) {
      logs += data.weights()[i] * Math.log(data.perSecond()[i]);
      weights += data.weights()[i];
    }
    return Math.exp(logs / weights);
  }

  @Override
  public ScalingModel model() {
    return ScalingModel.PLATEAU;
  }

  @Override
  public double at(double replicas) {
    return Math.min(lambda * replicas, bound);
  }

  /** Number of servers, not rounded, at which it is reached. */
  double from() {
    return bound / lambda;
  }
}
