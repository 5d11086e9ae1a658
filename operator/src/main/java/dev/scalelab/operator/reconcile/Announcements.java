package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityExperimentStatus;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.report.EventRecorder;

/** The events about an experiment as a whole that belong to a step. */
final class Announcements {
  private final EventRecorder events;

  Announcements(EventRecorder events) {
    this.events = events;
  }

  /** With the first trial the experiment is accepted; before the trial's own events. */
  void before(ScalabilityExperiment experiment, Plan plan, Observed observed, NextStep step) {
    if (step instanceof NextStep.Expire) {
      record(experiment, Reason.EXPIRED, "deleted, as spec.ttlSecondsAfterFinished says");
    }
    if (!(step instanceof NextStep.CreateTrial create)) {
      return;
    }
    if (create.configuration().equals(plan.configurations().get(0))) {
      events.record(
          experiment, experiment.getMetadata().getName(), Reason.ACCEPTED, plan.summary().text());
      events.record(experiment, observed.violations());
    }
    events.record(experiment, plan.violations());
  }

  /**
   * Why it was rejected or waits, or how it ended.
   *
   * @param status the status that is written next; an unchanged reason was recorded before
   */
  void after(ScalabilityExperiment experiment, NextStep step, ScalabilityExperimentStatus status) {
    if (step instanceof NextStep.Reject reject) {
      events.record(experiment, reject.violations());
    } else if (step instanceof NextStep.AwaitCluster await
        && !status.equals(experiment.getStatus())) {
      events.record(experiment, await.violations());
    } else if (step instanceof NextStep.Finish) {
      events.recordEnd(experiment, status);
    } else if (step instanceof NextStep.Conclude conclude) {
      record(experiment, conclude.reason(), status.verdict().text() + ": " + status.message());
    } else if (step instanceof NextStep.Suspend && !status.equals(experiment.getStatus())) {
      record(experiment, Reason.SUSPENDED, status.message());
    } else if (step instanceof NextStep.Resume) {
      record(
          experiment,
          Reason.RESUMED,
          "continues: " + status.progress().trials() + " trials finished");
    }
  }

  /** Once for each change of the spec: it may be suspended several times. */
  private void record(ScalabilityExperiment experiment, Reason reason, String message) {
    String subject =
        experiment.getMetadata().getName() + " " + experiment.getMetadata().getGeneration();
    events.record(experiment, subject, reason, message);
  }
}
