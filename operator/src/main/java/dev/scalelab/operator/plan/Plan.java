package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.LoadSpec;
import dev.scalelab.operator.api.PlanSummary;
import java.util.List;

/**
 * What a spec amounts to: its trials in the order in which they are measured.
 *
 * @param experiment the experiment's name
 * @param trials the trials, first to last
 * @param hash hash of everything that the results depend on
 */
public record Plan(String experiment, List<TrialPlan> trials, String hash) {

  public Plan {
    trials = List.copyOf(trials);
  }

  /** The plan as the status tells it: sums over every run, without repeats of invalid ones. */
  public PlanSummary summary(LoadSpec load) {
    int runs = trials.stream().mapToInt(TrialPlan::repetitions).sum();
    int steps = runs * load.steps();
    return new PlanSummary(
        trials.size(), steps, steps * load.measuredSeconds(), runs * load.runSeconds(), hash);
  }
}
