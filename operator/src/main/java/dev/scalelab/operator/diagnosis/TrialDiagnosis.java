package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.api.Bottleneck;
import dev.scalelab.operator.api.OpenLoadSpec;
import dev.scalelab.operator.api.QueueingModel;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.plan.Configuration;
import java.util.List;

/** The diagnosis and the model of a trial, from the evidence of its valid runs. */
public final class TrialDiagnosis {
  private final Configuration configuration;
  private final List<List<MeasuredStep>> rounds;

  /**
   * Reads the figures of each round.
   *
   * @param runs the valid runs
   */
  public TrialDiagnosis(Configuration configuration, List<RunResult> runs) {
    this.configuration = configuration;
    this.rounds = MeasuredStep.rounds(configuration, runs);
  }

  /**
   * Which resource limits the configuration.
   *
   * @param saturated whether any load exceeded what the configuration could do; null if unknown
   */
  public Bottleneck bottleneck(Boolean saturated) {
    return Diagnosis.of(
        configuration.shortName(),
        Fields.of(configuration),
        MeasuredStep.ofEach(rounds),
        !Boolean.FALSE.equals(saturated));
  }

  /** The queueing model of the configuration. */
  public QueueingModel model() {
    OpenLoadSpec open = configuration.load().open();
    boolean random = configuration.load().closedModel() || open != null && open.random();
    return TrialModel.of(
        rounds, configuration.replicas(), random ? TrialModel.RANDOM : TrialModel.EVEN);
  }

  /** What limits a configuration or why that is not known, as the end of a text. */
  public static String sentence(Bottleneck bottleneck) {
    return ". " + bottleneck.message();
  }
}
