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

/**
 * The status of an experiment after a step. Pure.
 *
 * @param trials status of every trial that exists, after the step
 */
record StepStatus(
    ScalabilityExperiment experiment,
    Plan plan,
    Map<String, ScalabilityTrialStatus> trials,
    Observed observed,
    Instant now,
    RecentAnswers answers) {
  private static final StepTable<StepStatus, ScalabilityExperimentStatus> AFTER =
      new StepTable.Builder<StepStatus, ScalabilityExperimentStatus>()
          .nothingAt(null, NextStep.Expire.class, NextStep.Check.class) // deleted, or not known
          .at(NextStep.Idle.class, (after, step) -> after.unchanged())
          .at(NextStep.TearDown.class, (after, step) -> after.unchanged())
          .at(NextStep.Reject.class, (after, step) -> after.report().rejected(step.violations()))
          .at(
              NextStep.AwaitCluster.class,
              (after, step) -> after.report().queued(step.violations()))
          .at(NextStep.Finish.class, (after, step) -> after.report().finished())
          .at(
              NextStep.Conclude.class,
              (after, step) -> after.report().terminated(step.reason(), step.message()))
          .at(
              NextStep.Suspend.class,
              (after, step) ->
                  after.report().suspended("suspended; spec.suspend: false continues it"))
          .at(NextStep.Release.class, StepStatus::released)
          .at(NextStep.Resume.class, (after, step) -> after.report().resumed())
          .at(NextStep.OfTrial.class, StepStatus::running)
          .build();

  /** Null to keep what is stored. */
  ScalabilityExperimentStatus of(NextStep step) {
    return AFTER.at(this, step);
  }

  private StatusReport report() {
    return new StatusReport(experiment, plan, trials, now, answers);
  }

  private ScalabilityExperimentStatus unchanged() {
    ScalabilityExperimentStatus status = experiment.getStatus();
    return status
        .observed(experiment.getMetadata().getGeneration())
        .withAnswers(CapacityAnswers.of(status.models(), plan.spec().questions()));
  }

  private ScalabilityExperimentStatus released(NextStep.Release step) {
    return step.overdue() != null || observed.lifetime().paused()
        ? report().suspended(step.describe())
        : running(step);
  }

  private ScalabilityExperimentStatus running(NextStep step) {
    List<Violation> expected =
        observed.violations().stream().filter(violation -> !violation.blocksStart()).toList();
    return report().running(step.describe(), expected);
  }
}
