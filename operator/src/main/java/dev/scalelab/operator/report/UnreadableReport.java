package dev.scalelab.operator.report;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import java.time.Instant;

/** Statuses of experiments that this operator cannot read; their earlier results are kept. */
public final class UnreadableReport {
  private UnreadableReport() {}

  /**
   * The status of an experiment that this version of the operator cannot read. One that has not
   * started is rejected until an operator can read it; one that has started waits.
   *
   * @param message field and reason
   * @param now for transition times of conditions that change now
   */
  public static ScalabilityExperimentStatus waiting(
      ScalabilityExperiment experiment, String message, Instant now) {
    ScalabilityExperimentStatus before = experiment.getStatus();
    boolean begun = before != null && before.startTime() != null && !before.ended();
    return status(
        experiment,
        begun ? before.phase() : Phase.REJECTED,
        message,
        conditions(experiment, now)
            .add(Conditions.ACCEPTED, false, Reason.UNREADABLE, message)
            .add(Conditions.FINISHED, !begun, Reason.UNREADABLE, message));
  }

  /**
   * The terminal status of an experiment whose status cannot be computed from its trials.
   *
   * @param now for transition times of conditions that change now
   */
  public static ScalabilityExperimentStatus failed(
      ScalabilityExperiment experiment, Reason reason, String message, Instant now) {
    return status(
        experiment,
        Phase.FAILED,
        message,
        conditions(experiment, now).add(Conditions.FINISHED, true, reason, message));
  }

  private static Conditions conditions(ScalabilityExperiment experiment, Instant now) {
    ScalabilityExperimentStatus before = experiment.getStatus();
    return new Conditions(
        before == null ? null : before.conditions(), experiment.getMetadata().getGeneration(), now);
  }

  private static ScalabilityExperimentStatus status(
      ScalabilityExperiment experiment, Phase phase, String message, Conditions conditions) {
    ScalabilityExperimentStatus before =
        experiment.getStatus() == null
            ? ScalabilityExperimentStatus.none()
            : experiment.getStatus();
    return before
        .observed(experiment.getMetadata().getGeneration())
        .saying(phase, Conditions.shorten(message), conditions.build());
  }
}
