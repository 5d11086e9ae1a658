package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.BottleneckVerdict;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.plan.Configuration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

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
    int maxRequests = configuration.spec().system().balancer().maxRequestsPerServer();
    Map<Integer, List<StepResult>> rounds = new TreeMap<>();
    for (RunResult run : runs) {
      rounds.computeIfAbsent(round(run), none -> new ArrayList<>()).addAll(run.steps());
    }
    List<List<StepFigures>> figures =
        rounds.values().stream()
            .map(
                steps ->
                    steps.stream()
                        .sorted(Comparator.comparingDouble(step -> step.target().load()))
                        .map(
                            step -> MeasuredFigures.of(step, configuration.replicas(), maxRequests))
                        .flatMap(Optional::stream)
                        .toList())
            .toList();
    return Diagnosis.of(configuration.shortName(), figures, saturated);
  }

  /** What limits a configuration, as the end of a text; empty unless it is known. */
  public static String sentence(Bottleneck bottleneck) {
    return bottleneck.verdict() == BottleneckVerdict.LIMITED ? ". " + bottleneck.message() : "";
  }

  /** A search measures the loads of one round in several runs. */
  private static int round(RunResult run) {
    return run.plan() == null || run.plan().repetition() == null
        ? run.number()
        : run.plan().repetition();
  }
}
