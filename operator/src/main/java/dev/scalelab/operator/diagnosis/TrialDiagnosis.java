package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.BottleneckVerdict;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.plan.Configuration;
import java.util.List;

/** The diagnosis of a trial, from the evidence of its valid runs. */
public final class TrialDiagnosis {
  private TrialDiagnosis() {}

  /**
   * Which resource limits a configuration.
   *
   * @param runs the valid runs
   * @param saturated whether any load exceeded what the configuration could do
   */
  public static Bottleneck of(
      Configuration configuration, List<RunResult> runs, boolean saturated) {
    List<List<StepFigures>> figures =
        MeasuredStep.rounds(configuration, runs).stream()
            .map(steps -> steps.stream().map(MeasuredStep::figures).toList())
            .toList();
    return Diagnosis.of(configuration.shortName(), figures, saturated);
  }

  /** What limits a configuration, as the end of a text; empty unless it is known. */
  public static String sentence(Bottleneck bottleneck) {
    return bottleneck.verdict() == BottleneckVerdict.LIMITED ? ". " + bottleneck.message() : "";
  }
}
