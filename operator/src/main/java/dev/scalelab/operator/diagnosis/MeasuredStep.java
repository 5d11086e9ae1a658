package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.TransactionResult;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.workload.Ecperf;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A step of a trial with its figures. */
record MeasuredStep(StepResult step, StepFigures figures) {
  /**
   * The steps of each round that have figures, in the order of their load.
   *
   * @param runs the valid runs
   */
  static List<List<MeasuredStep>> rounds(Configuration configuration, List<RunResult> runs) {
    Map<Integer, List<StepResult>> rounds = new TreeMap<>();
    for (RunResult run : runs) {
      rounds.computeIfAbsent(round(run), none -> new ArrayList<>()).addAll(run.steps());
    }
    return rounds.values().stream().map(steps -> inOrder(configuration, steps)).toList();
  }

  private static List<MeasuredStep> inOrder(Configuration configuration, List<StepResult> steps) {
    SlotLimits limits = SlotLimits.of(configuration);
    return steps.stream()
        .sorted(Comparator.comparingDouble(step -> step.target().load()))
        .map(
            step ->
                MeasuredFigures.of(step, limits).map(figures -> new MeasuredStep(step, figures)))
        .flatMap(Optional::stream)
        .toList();
  }

  /** A search measures the loads of one round in several runs. */
  private static int round(RunResult run) {
    return run.plan() == null || run.plan().repetition() == null
        ? run.number()
        : run.plan().repetition();
  }

  double load() {
    return step.target().load();
  }

  /** Requests answered in it; null if they were not counted. */
  Long requests() {
    return step.counts().requests();
  }

  /** New orders completed in it; null if the workload has no such transaction. */
  Long orders() {
    return step.transactions() == null
        ? null
        : step.transactions().stream()
            .filter(kind -> kind.name().equals(Ecperf.NEW_ORDER))
            .findFirst()
            .map(TransactionResult::ok)
            .orElse(null);
  }
}
