package dev.scalelab.operator.search;

import dev.scalelab.operator.api.ObjectivesSpec;
import dev.scalelab.operator.api.ResponseShare;
import dev.scalelab.operator.api.ResponseTimeObjective;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.TransactionResult;
import java.util.ArrayList;
import java.util.List;

/**
 * By how much a step missed its worst objective: the logarithm of the value over the limit, at most
 * 0 exactly where the step met all of them. It rises with the load, so it shows how far away the
 * capacity is.
 */
final class Excess {
  /** So far off that it does not matter how far. */
  private static final double FAR = 1;

  /** A step that failed by a rule without a measurable distance failed by little. */
  private static final double LITTLE = 0.001;

  private Excess() {}

  /** The excess of a step over the objectives, whose response times have their defaults. */
  static double of(StepResult step, ObjectivesSpec objectives) {
    List<Double> all = new ArrayList<>(List.of(-FAR, ofErrors(step, objectives)));
    objectives.responseTimes().forEach(limit -> all.add(ofResponses(step, limit)));
    if (step.missedStream()) {
      all.add(FAR);
    }
    if (step.target().missedBy(step.throughputPerSecond())) {
      all.add(FAR);
    }
    double excess = all.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    return Boolean.TRUE.equals(step.objectivesMet()) || excess > 0 ? excess : LITTLE;
  }

  private static double ofErrors(StepResult step, ObjectivesSpec objectives) {
    if (step.counts().completed() == 0) {
      return FAR;
    }
    double errors = step.errorPercent();
    if (errors == 0) {
      return -FAR;
    }
    double limit = objectives.errorPercent();
    return limit == 0 ? FAR : Math.log(errors / limit);
  }

  private static double ofResponses(StepResult step, ResponseTimeObjective limit) {
    if (limit.minSharePercent() != null) {
      return step.shares() == null ? FAR : ofShare(step.shares(), limit);
    }
    if (limit.transaction() == null) {
      return over(step.responseTimes().percentile(limit.percentile()), limit);
    }
    return step.transactions().stream()
        .filter(one -> one.name().equals(limit.transaction()))
        .mapToDouble(one -> ofTransaction(one, limit))
        .max()
        .orElse(-FAR);
  }

  /** The time within which the share completed is beyond the limit as a percentile would be. */
  private static double ofShare(List<ResponseShare> shares, ResponseTimeObjective limit) {
    return shares.stream()
        .filter(share -> share.isOf(limit))
        .mapToDouble(share -> over(share.millis(), limit))
        .max()
        .orElse(-FAR);
  }

  private static double ofTransaction(TransactionResult one, ResponseTimeObjective limit) {
    if (one.ok() == 0) {
      return one.failed() == 0 ? -FAR : FAR;
    }
    return over(one.percentile(limit.percentile()), limit);
  }

  private static double over(Double millis, ResponseTimeObjective limit) {
    return millis == null ? FAR : Math.log(Math.max(millis, 1e-3) / limit.maxMillis());
  }
}
