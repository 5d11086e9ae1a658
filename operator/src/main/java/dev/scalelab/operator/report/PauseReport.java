package dev.scalelab.operator.report;

import dev.scalelab.operator.api.PauseStatus;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.plan.Violation;
import java.time.Instant;
import java.util.List;

/** The statuses of an experiment in a pause: suspended, or waiting for its turn to continue. */
final class PauseReport {
  private final StatusReport report;
  private final Instant now;

  PauseReport(StatusReport report, Instant now) {
    this.report = report;
    this.now = now;
  }

  ScalabilityExperimentStatus queued(List<Violation> violations) {
    String message = Violation.text(violations);
    Reason reason = violations.get(0).reason();
    return paused(
        Phase.QUEUED,
        message,
        report.conditions().add(Conditions.ACCEPTED, false, reason, message).suspended(null));
  }

  /**
   * Suspended.
   *
   * @param refused rules broken by configurations that were added later, which are not measured
   */
  ScalabilityExperimentStatus suspended(String message, List<Violation> refused) {
    Conditions conditions = report.conditions();
    if (report.startTime() == null) {
      conditions.add(Conditions.ACCEPTED, false, Reason.SUSPENDED, message);
    } else {
      conditions.accepted(report.expectedNodes(List.of()), refused);
    }
    return paused(
        Phase.SUSPENDED,
        message,
        conditions.add(Conditions.SUSPENDED, true, Reason.SUSPENDED, message));
  }

  /** A pause begins with the first of these statuses, unless nothing has begun. */
  private ScalabilityExperimentStatus paused(Phase phase, String message, Conditions conditions) {
    ScalabilityExperimentStatus status = report.paused(phase, message, conditions);
    return status.startTime() == null
        ? status
        : status.withPauses(PauseStatus.begun(status.pauses(), now));
  }
}
