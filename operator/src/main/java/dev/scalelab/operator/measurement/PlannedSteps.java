package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.LoadSpec;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepTarget;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The steps that every run has: an image of a person's own may tell of others.
 *
 * @param levels in their order: users in a closed model, else arrivals per second
 * @param closedModel whether they are users
 */
record PlannedSteps(List<Integer> levels, boolean closedModel) {

  static PlannedSteps of(LoadSpec load) {
    return new PlannedSteps(load.levels(), load.closedModel());
  }

  /**
   * What is wrong with the steps that were told of, which are in the order of their numbers; empty
   * when they are those that were requested, and no others.
   */
  Optional<Invalid> check(List<StepResult> told) {
    if (told.size() < levels.size()) {
      return invalid("%d of %d steps were measured", told.size(), levels.size());
    }
    for (int i = 0; i < told.size(); i++) {
      StepResult step = told.get(i);
      if (i == levels.size() || step.step() != i + 1) {
        return invalid(
            "the load generator tells of a step %d, and %d steps were requested",
            step.step(), levels.size());
      }
      if (!isOf(step, levels.get(i))) {
        return invalid(
            "the load generator tells of %s in step %d, and %s were requested",
            level(step), step.step(), level(levels.get(i)));
      }
    }
    return Optional.empty();
  }

  private boolean isOf(StepResult step, int level) {
    return closedModel
        ? Integer.valueOf(level).equals(step.target().users())
        : Double.valueOf(level).equals(step.target().perSecond());
  }

  private String level(int asked) {
    return asked + (closedModel ? " users" : " arrivals/s");
  }

  private static String level(StepResult step) {
    StepTarget target = step.target();
    return target.users() == null
        ? BigDecimal.valueOf(target.perSecond()).stripTrailingZeros().toPlainString()
            + " arrivals/s"
        : target.users() + " users";
  }

  private static Optional<Invalid> invalid(String format, Object... values) {
    return Optional.of(
        new Invalid(Reason.STEPS_MISSING, String.format(Locale.ROOT, format, values)));
  }
}
