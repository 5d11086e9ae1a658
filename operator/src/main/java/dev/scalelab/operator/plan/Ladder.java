package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.LoadSpec;
import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.StepTarget;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The plans of a trial's runs. Pure. */
public final class Ladder {
  private Ladder() {}

  /** The plan of the next run that is recorded already; null without one. */
  public static RunPlan recorded(ScalabilityTrialStatus status) {
    RunPlan next = status.nextRun();
    return next != null && next.run() == status.runs().size() + 1 ? next : null;
  }

  /**
   * The next run of given loads: every level, one after another; of the first round without a valid
   * run.
   */
  public static RunPlan next(Configuration configuration, ScalabilityTrialStatus status) {
    LoadSpec load = configuration.load();
    List<StepTarget> steps =
        load.levels().stream()
            .map(level -> load.closedModel() ? StepTarget.ofUsers(level) : StepTarget.ofRate(level))
            .toList();
    return run(configuration, status, firstOpenRound(status), steps, load.step().seconds());
  }

  /** A run that is found invalid later leaves a gap. */
  private static int firstOpenRound(ScalabilityTrialStatus status) {
    Set<Integer> measured =
        status.validRuns().stream().map(run -> run.plan().repetition()).collect(Collectors.toSet());
    return IntStream.iterate(1, round -> round + 1)
        .filter(round -> !measured.contains(round))
        .findFirst()
        .orElseThrow();
  }

  /**
   * The next run.
   *
   * @param round its round, from 1
   * @param steps its steps
   * @param stepSeconds how long each lasts, settling included
   */
  public static RunPlan run(
      Configuration configuration,
      ScalabilityTrialStatus status,
      int round,
      List<StepTarget> steps,
      int stepSeconds) {
    LoadSpec load = configuration.load();
    RunPlan plan =
        new RunPlan(
            status.runs().size() + 1,
            round,
            steps,
            stepSeconds,
            load.step().settleSeconds(),
            load.step().rampSeconds(),
            RoundSeed.of(load.seed(), round));
    RunPlan settled = Settling.of(plan, status.runs());
    return settled.disturbedBy(Disturbances.planned(configuration.spec(), settled));
  }
}
