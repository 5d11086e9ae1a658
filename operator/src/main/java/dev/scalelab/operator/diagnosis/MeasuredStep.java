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
    SlotLimits limits = SlotLimits.of(configuration);
    return rounds.values().stream().map(steps -> inOrder(steps, limits)).toList();
  }

  private static List<MeasuredStep> inOrder(List<StepResult> steps, SlotLimits limits) {
    List<MeasuredStep> measured = new ArrayList<>(steps.size());
    for (StepResult step : steps) {
      if (step.evidence() != null) {
        measured.add(new MeasuredStep(step, MeasuredFigures.of(step, limits)));
      }
    }
    measured.sort(Comparator.comparingDouble(MeasuredStep::load));
    return measured;
  }

  /** A search measures the loads of one round in several runs. */
  private static int round(RunResult run) {
    return run.plan() == null || run.plan().repetition() == null
        ? run.number()
        : run.plan().repetition();
  }

  static List<StepFigures> figures(List<MeasuredStep> steps) {
    List<StepFigures> figures = new ArrayList<>(steps.size());
    for (MeasuredStep step : steps) {
      figures.add(step.figures);
    }
    return figures;
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
