package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.loadrun.JobObservation;
import dev.scalelab.operator.plan.TrialPlan;
import java.time.Instant;

/** Decides the next step of the run that is on: collect its steps, audit, judge, or give it up. */
final class RunDecision {
  private final ScalabilityExperimentSpec spec;
  private final TrialPlan trial;
  private final RunResult run;
  private final Observed.Testbed testbed;
  private final Instant now;

  RunDecision(
      ScalabilityExperimentSpec spec,
      TrialPlan trial,
      RunResult run,
      Observed.Testbed testbed,
      Instant now) {
    this.spec = spec;
    this.trial = trial;
    this.run = run;
    this.testbed = testbed;
    this.now = now;
  }

  NextStep decide() {
    JobObservation load = testbed.load();
    return switch (load.state()) {
      case ABSENT -> invalid(Reason.LOAD_FAILED, "its Job was deleted before its end");
      case ACTIVE -> whileLoaded(load);
      case FAILED -> invalid(reason(load.cause()), load.detail());
      case SUCCEEDED -> afterLoad(load);
    };
  }

  private NextStep whileLoaded(JobObservation load) {
    int patience = spec.deadlines().jobSeconds();
    if (run.startedAt() == null && late(load.since(), patience)) {
      return invalid(
          Reason.LOAD_DEADLINE_EXCEEDED,
          "the load had not begun after %d s%s".formatted(patience, because(load)));
    }
    int whole = loadSeconds() + patience;
    if (late(load.since(), whole)) {
      return invalid(
          Reason.LOAD_DEADLINE_EXCEEDED,
          "the load had not ended after %d s%s".formatted(whole, because(load)));
    }
    return new NextStep.Collect(trial, run.number());
  }

  private NextStep afterLoad(JobObservation load) {
    JobObservation audit = testbed.audit();
    Instant end = run.finishedAt() == null ? load.since() : Instant.parse(run.finishedAt());
    int patience = spec.deadlines().jobSeconds() + (run.finishedAt() == null ? loadSeconds() : 0);
    if (audit.state() == JobObservation.State.ABSENT) {
      return new NextStep.Audit(trial, run.number());
    }
    if (audit.state() == JobObservation.State.FAILED) {
      return invalid(Reason.AUDIT_FAILED, "the audit failed: " + audit.detail());
    }
    if (complete() || late(end, patience)) {
      return new NextStep.JudgeRun(trial, run.number());
    }
    return new NextStep.Collect(trial, run.number());
  }

  /** Whether every step has its evidence, and the run its totals and its audit. */
  private boolean complete() {
    return run.steps().size() == spec.load().rates().size()
        && run.steps().stream().allMatch(step -> step.evidence() != null)
        && run.totals() != null
        && run.audit() != null;
  }

  /** From the first arrival to the last answer that can still come. */
  private int loadSeconds() {
    return spec.load().runSeconds() + spec.load().drainSeconds();
  }

  private boolean late(Instant since, int patienceSeconds) {
    return !now.isBefore(since.plusSeconds(patienceSeconds));
  }

  private static Reason reason(JobObservation.Cause cause) {
    return switch (cause) {
      case OUT_OF_MEMORY -> Reason.LOAD_OUT_OF_MEMORY;
      case DEADLINE_EXCEEDED -> Reason.LOAD_DEADLINE_EXCEEDED;
      case POD_LOST, EXIT_CODE -> Reason.LOAD_FAILED;
    };
  }

  private static String because(JobObservation job) {
    return job.detail() == null ? "" : ": " + job.detail();
  }

  private NextStep invalid(Reason reason, String message) {
    return new NextStep.InvalidateRun(trial, run.number(), reason, message);
  }
}
