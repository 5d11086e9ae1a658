package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.api.ObjectivesSpec;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.TransactionResult;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Disturbances;
import dev.scalelab.operator.workload.Ecperf;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A step of a trial with its figures. */
record MeasuredStep(StepResult step, StepFigures figures) {
  /**
   * The steps of each round that have figures, in the order of their load; without those in or
   * after a disturbance, since they are of another system or of one that recovers.
   *
   * @param runs the valid runs
   */
  static List<List<MeasuredStep>> rounds(Configuration configuration, List<RunResult> runs) {
    Map<Integer, List<MeasuredStep>> rounds = new TreeMap<>();
    SlotLimits limits = SlotLimits.of(configuration);
    ObjectivesSpec objectives = configuration.spec().objectives();
    for (RunResult run : runs) {
      List<MeasuredStep> round =
          rounds.computeIfAbsent(round(run), none -> new ArrayList<>(run.steps().size()));
      for (StepResult step : run.steps()) {
        if (step.evidence() != null && !isDisturbed(run, step)) {
          round.add(new MeasuredStep(step, MeasuredFigures.of(step, limits, objectives)));
        }
      }
    }
    for (List<MeasuredStep> round : rounds.values()) {
      round.sort(Comparator.comparingDouble(MeasuredStep::load));
    }
    return new ArrayList<>(rounds.values());
  }

  private static boolean isDisturbed(RunResult run, StepResult step) {
    return run.plan() != null
        && !run.plan().planned().isEmpty()
        && Disturbances.since(run.plan(), step.step());
  }

  /** A search measures the loads of one round in several runs. */
  private static int round(RunResult run) {
    return run.plan() == null || run.plan().repetition() == null
        ? run.number()
        : run.plan().repetition();
  }

  /** The figures of each round. */
  static List<List<StepFigures>> ofEach(List<List<MeasuredStep>> rounds) {
    List<List<StepFigures>> figures = new ArrayList<>(rounds.size());
    for (List<MeasuredStep> steps : rounds) {
      figures.add(figures(steps));
    }
    return figures;
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
    if (step.transactions() == null) {
      return null;
    }
    for (TransactionResult kind : step.transactions()) {
      if (kind.name().equals(Ecperf.NEW_ORDER)) {
        return kind.ok();
      }
    }
    return null;
  }
}
