package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.RunResult;
import java.util.List;

/**
 * How long the steps of a run settle: twice as long after each run of the trial that is invalid
 * because it was not steady, up to four times. Pure.
 */
public final class Settling {
  private static final int MAX_DOUBLINGS = 2;

  private Settling() {}

  /** Factor for settling and warm-up of the next run: 1, 2 or 4. */
  public static int factor(List<RunResult> before) {
    long repeated = before.stream().filter(Settling::notSteady).count();
    return 1 << Math.min(MAX_DOUBLINGS, repeated);
  }

  private static boolean notSteady(RunResult run) {
    return run.phase() == RunPhase.INVALID
        && (run.reason() == Reason.NOT_STEADY || run.reason() == Reason.NOT_WARM);
  }

  /** The plan of a run after others; its measured parts are as long as before. */
  public static RunPlan of(RunPlan plan, List<RunResult> before) {
    int longer = (factor(before) - 1) * plan.settleSeconds();
    return new RunPlan(
        plan.run(),
        plan.repetition(),
        plan.steps(),
        plan.stepSeconds() + longer,
        plan.settleSeconds() + longer,
        plan.rampSeconds(),
        plan.seed());
  }

  /**
   * Whether a run that is not steady can be repeated with longer settling: it cannot if it has
   * settled four times as long already.
   */
  public static boolean repeats(Configuration configuration, RunPlan plan) {
    return plan.settleSeconds() < configuration.load().step().settleSeconds() << MAX_DOUBLINGS;
  }
}
