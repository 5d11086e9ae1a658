package dev.scalelab.operator.analysis;

import dev.scalelab.operator.analysis.LinearizedFit.Fit;
import dev.scalelab.operator.api.ScalingModel;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Gunther's Universal Scalability Law, X = lambda N / (1 + sigma (N - 1) + kappa N (N - 1)), and
 * its special cases: Amdahl's law without kappa, and linear scaling without both.
 *
 * @param model which of these was fitted
 * @param lambda throughput of one server
 * @param sigma contention: the fraction of the work that is not parallel
 * @param kappa coherency: the cost of each pair of servers
 * @param sum the weighted sum of squared residuals
 */
public record Usl(ScalingModel model, double lambda, double sigma, double kappa, double sum)
    implements Curve {

  /**
   * The best fit of that model, with sigma from 0 to 1 and kappa of at least 0: of every set of
   * coefficients, those that are not negative, and those without any parallel work.
   *
   * @param absolute whether residuals are of the throughputs instead of their logarithms
   */
  public static Usl of(ScalingModel model, ScalingData data, boolean absolute) {
    LinearizedFit fit = data.fit(absolute);
    double[] one = fit.column(n -> 1);
    double[] contention = fit.column(n -> n - 1);
    double[] coherency = fit.column(n -> n * (n - 1));
    Stream<Usl> linear = Stream.of(usl(model, fit.nonNegative(List.of(one)), 0, 0));
    double[] serial = fit.column(n -> n);
    Stream<Usl> amdahl =
        Stream.of(
                usl(model, fit.nonNegative(List.of(one, contention)), 1, 0),
                serial(model, fit.nonNegative(List.of(serial)), 0))
            .filter(usl -> model != ScalingModel.LINEAR && usl.sigma() <= 1);
    Stream<Usl> general =
        Stream.of(
                usl(model, fit.nonNegative(List.of(one, coherency)), 0, 1),
                usl(model, fit.nonNegative(List.of(one, contention, coherency)), 1, 2),
                serial(model, fit.nonNegative(List.of(serial, coherency)), 1))
            .filter(usl -> model == ScalingModel.USL && usl.sigma() <= 1);
    return Stream.of(linear, amdahl, general)
        .flatMap(models -> models)
        .min(Comparator.comparingDouble(Usl::sum))
        .orElseThrow();
  }

  /**
   * @param sigmaAt which of the fit's coefficients is sigma's; 0 for none
   * @param kappaAt which is kappa's
   */
  private static Usl usl(ScalingModel model, Fit fit, int sigmaAt, int kappaAt) {
    if (Double.isInfinite(fit.sum())) {
      return new Usl(model, Double.NaN, Double.NaN, Double.NaN, fit.sum());
    }
    double[] coefficients = fit.coefficients();
    double one = coefficients[0];
    double sigma = sigmaAt == 0 ? 0 : coefficients[sigmaAt] / one;
    double kappa = kappaAt == 0 ? 0 : coefficients[kappaAt] / one;
    return new Usl(model, 1 / one, sigma, kappa, fit.sum());
  }

  /** With a sigma of 1. */
  private static Usl serial(ScalingModel model, Fit fit, int kappaAt) {
    Usl usl = usl(model, fit, 0, kappaAt);
    return new Usl(model, usl.lambda(), 1, usl.kappa(), usl.sum());
  }

  /**
   * The smallest sum of squares with a negative sigma, as if each server did more with others
   * beside it; infinite if a negative one is no better.
   */
  static double superlinear(ScalingData data) {
    LinearizedFit fit = data.fit(false);
    List<double[]> all =
        List.of(fit.column(n -> 1), fit.column(n -> n - 1), fit.column(n -> n * (n - 1)));
    Fit free = fit.of(data.counts() < all.size() ? all.subList(0, 2) : all);
    boolean superlinear = free.coefficients()[0] > 0 && free.coefficients()[1] < 0;
    return superlinear ? free.sum() : Double.POSITIVE_INFINITY;
  }

  @Override
  public double at(double replicas) {
    double waiting = sigma * (replicas - 1) + kappa * replicas * (replicas - 1);
    return lambda * replicas / (1 + waiting);
  }

  /**
   * Number of servers, not rounded and at least 1, with the highest throughput; infinite without
   * kappa.
   */
  public double bestReplicas() {
    return kappa == 0 ? Double.POSITIVE_INFINITY : Math.max(1, Math.sqrt((1 - sigma) / kappa));
  }
}
