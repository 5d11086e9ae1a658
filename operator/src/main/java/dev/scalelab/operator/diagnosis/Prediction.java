package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.api.ModelReason;
import dev.scalelab.operator.api.PredictedStep;
import java.util.List;

/**
 * How well a model predicts steps that it was not fitted to. Outside of what Lazowska et al. call
 * good, throughput within 10 % and response time within 30 %, it must not be used.
 *
 * @param throughputPercent the largest error of a throughput, with its sign
 * @param responsePercent the largest error of a response time, with its sign; null if none was
 *     compared
 */
public record Prediction(double throughputPercent, Double responsePercent) {
  private static final double THROUGHPUT_PERCENT = 10;
  private static final double RESPONSE_PERCENT = 30;

  /** The errors over steps, at least one; a step without a predicted time shows none of it. */
  public static Prediction of(List<PredictedStep> steps) {
    double throughput = 0;
    Double response = null;
    for (PredictedStep step : steps) {
      throughput = larger(throughput, percent(step.predictedPerSecond(), step.perSecond()));
      if (step.predictedMillis() != null) {
        double error = percent(step.predictedMillis(), step.meanMillis());
        response = response == null ? error : larger(response, error);
      }
    }
    return new Prediction(throughput, response);
  }

  private static double percent(double predicted, double measured) {
    return 100 * (predicted / measured - 1);
  }

  private static double larger(double one, double other) {
    return Math.abs(other) > Math.abs(one) ? other : one;
  }

  /** Why it must not be used; null if it may. */
  ModelReason reason() {
    return misfit() ? ModelReason.MISFIT : responsePercent == null ? ModelReason.NOT_TESTED : null;
  }

  /** Whether the model does not describe the system. */
  public boolean misfit() {
    return Math.abs(throughputPercent) > THROUGHPUT_PERCENT
        || responsePercent != null && Math.abs(responsePercent) > RESPONSE_PERCENT;
  }
}
