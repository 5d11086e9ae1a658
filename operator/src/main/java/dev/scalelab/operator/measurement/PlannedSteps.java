package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepTarget;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * The planned steps of a run: a user's own image may report others.
 *
 * @param targets their load, in their order
 */
record PlannedSteps(List<StepTarget> targets) {

  /**
   * What is wrong with the reported steps, which are in the order of their numbers; empty if they
   * are exactly the requested ones.
   */
  Optional<Invalid> check(List<StepResult> reported) {
    if (reported.size() < targets.size()) {
      return invalid("%d of %d steps were measured", reported.size(), targets.size());
    }
    for (int i = 0; i < reported.size(); i++) {
      StepResult step = reported.get(i);
      if (i == targets.size() || step.step() != i + 1) {
        return invalid(
            "the load generator reported a step %d, but %d steps were requested",
            step.step(), targets.size());
      }
      if (!targets.get(i).equals(step.target())) {
        return invalid(
            "the load generator reported %s in step %d, but %s were requested",
            level(step.target()), step.step(), level(targets.get(i)));
      }
    }
    return Optional.empty();
  }

  private static String level(StepTarget target) {
    return target.users() == null
        ? BigDecimal.valueOf(target.perSecond()).stripTrailingZeros().toPlainString()
            + " arrivals/s"
        : target.users() + " users";
  }

  private static Optional<Invalid> invalid(String format, Object... values) {
    return Optional.of(Invalid.of(Reason.STEPS_MISSING, format, values));
  }
}
