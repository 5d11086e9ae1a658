package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.LoadSpec;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.StepTarget;
import java.util.List;

/** The plans of a trial's runs: every level of the load, one after another. Pure. */
public final class Ladder {
  private Ladder() {}

  /** The plan of a run to start: the recorded one, else from the spec and the earlier runs. */
  public static RunPlan next(Configuration trial, ScalabilityTrialStatus status, int run) {
    return status.nextRun() != null && status.nextRun().run() == run
        ? status.nextRun()
        : plan(trial, status.runs(), run);
  }

  private static RunPlan plan(Configuration trial, List<RunResult> before, int run) {
    LoadSpec load = trial.load();
    long valid = before.stream().filter(other -> other.phase() == RunPhase.VALID).count();
    List<StepTarget> steps =
        load.levels().stream()
            .map(level -> load.closedModel() ? StepTarget.ofUsers(level) : StepTarget.ofRate(level))
            .toList();
    return new RunPlan(
        run,
        (int) valid + 1,
        steps,
        load.step().seconds(),
        load.step().settleSeconds(),
        load.step().rampSeconds(),
        load.seed());
  }
}
