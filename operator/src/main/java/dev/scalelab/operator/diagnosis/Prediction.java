package dev.scalelab.operator.diagnosis;

import java.util.List;

/**
 * How well a model predicts steps that it was not fitted to. Outside of what Lazowska et al. call
 * good, throughput within 10 % and response time within 30 %, it must not be used.
 *
 * @param throughputPercent the largest error of a throughput, with its sign
 * @param responsePercent the largest error of a response time, with its sign
 */
public record Prediction(double throughputPercent, double responsePercent) {
  private static final double THROUGHPUT_PERCENT = 10;
  private static final double RESPONSE_PERCENT = 30;

  /** One step as measured and as predicted. */
  public record Step(
      double perSecond, double predictedPerSecond, double millis, double predictedMillis) {}

  /** The errors over steps, at least one. */
  public static Prediction of(List<Step> steps) {
    double throughput = 0;
    double response = 0;
    for (Step step : steps) {
      throughput = larger(throughput, 100 * (step.predictedPerSecond() / step.perSecond() - 1));
      response = larger(response, 100 * (step.predictedMillis() / step.millis() - 1));
    }
    return new Prediction(throughput, response);
  }

  private static double larger(double one, double other) {
    return Math.abs(other) > Math.abs(one) ? other : one;
  }

  /** Whether the model does not describe the system. */
  public boolean misfit() {
    return Math.abs(throughputPercent) > THROUGHPUT_PERCENT
        || Math.abs(responsePercent) > RESPONSE_PERCENT;
  }
}
