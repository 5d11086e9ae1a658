package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.diagnosis.CapacityAnswers;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Violation;
import dev.scalelab.operator.report.RecentAnswers;
import dev.scalelab.operator.report.StatusReport;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The status of an experiment after a step. Pure. */
final class StepStatus {
  private StepStatus() {}

  /**
   * The status; null to keep what is stored.
   *
   * @param trials status of every trial that exists, after the step
   */
  static ScalabilityExperimentStatus of(
      ScalabilityExperiment experiment,
      Plan plan,
      Map<String, ScalabilityTrialStatus> trials,
      Observed observed,
      NextStep step,
      Instant now,
      RecentAnswers answers) {
    if (step instanceof NextStep.Expire || step instanceof NextStep.Check) {
      return null; // it is deleted, or nothing is known yet
    }
    if (step instanceof NextStep.Idle || step instanceof NextStep.TearDown) {
      ScalabilityExperimentStatus status = experiment.getStatus();
      return status
          .observed(experiment.getMetadata().getGeneration())
          .withAnswers(CapacityAnswers.of(status.models(), plan.spec().questions()));
    }
    StatusReport report = new StatusReport(experiment, plan, trials, now, answers);
    if (step instanceof NextStep.Reject reject) {
      return report.rejected(reject.violations());
    }
    if (step instanceof NextStep.AwaitCluster await) {
      return report.queued(await.violations());
    }
    if (step instanceof NextStep.Finish) {
      return report.finished();
    }
    if (step instanceof NextStep.Conclude conclude) {
      return report.terminated(conclude.reason(), conclude.message());
    }
    if (step instanceof NextStep.Suspend) {
      return report.suspended("suspended; spec.suspend: false continues it");
    }
    if (step instanceof NextStep.Release release
        && (release.overdue() != null || observed.lifetime().paused())) {
      return report.suspended(step.describe());
    }
    if (step instanceof NextStep.Resume) {
      return report.resumed();
    }
    List<Violation> expected =
        observed.violations().stream().filter(violation -> !violation.blocksStart()).toList();
    return report.running(step.describe(), expected);
  }
}
