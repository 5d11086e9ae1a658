package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.Waiting;
import dev.scalelab.operator.loadrun.JobObservation;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.testbed.ComponentState;
import dev.scalelab.operator.testbed.Readiness;
import java.time.Instant;
import java.util.Optional;

/** Decides the next step of the running run: collect its steps, audit, validate or abort it. */
final class RunDecision {
  private final Configuration configuration;
  private final RunResult run;
  private final Waiting waiting;
  private final ObservedTestbed testbed;
  private final Instant now;

  RunDecision(
      Configuration configuration,
      RunResult run,
      Waiting waiting,
      ObservedTestbed testbed,
      Instant now) {
    this.configuration = configuration;
    this.run = run;
    this.waiting = waiting;
    this.testbed = testbed;
    this.now = now;
  }

  NextStep decide() {
    JobObservation load = testbed.load();
    return switch (load.state()) {
      case ABSENT, NOT_OURS ->
          run.reason() == null && run.totals() != null
              ? loaded(load) // it succeeded, and was cleaned up later
              : run.reason() == null
                  ? invalid(
                      Reason.LOAD_FAILED,
                      JobObservation.deleted(Names.loadJob(configuration.name(), run.number())))
                  : invalid(run.reason(), run.message()); // aborted, and its Job deleted
      case ACTIVE -> whileLoaded(load);
      case FAILED -> invalid(reason(load.cause()), load.detail());
      case SUCCEEDED -> loaded(load);
    };
  }

  private NextStep loaded(JobObservation load) {
    return configuration.workload().usesDatabase() ? audited(load) : collected(load);
  }

  private NextStep whileLoaded(JobObservation load) {
    Optional<StepResult> broken =
        run.steps().stream().filter(step -> step.invalid() != null).findFirst();
    int steps = run.plan().steps().size();
    if (broken.isPresent() && run.steps().size() < steps) {
      return brokenAt(broken.get(), steps);
    }
    int patience = configuration.spec().timeouts().jobSeconds();
    if (load.isDenied() && late(load.since(), Math.min(patience, Deadlines.DENIED_SECONDS))) {
      return invalid(Reason.REFUSED, "the load was not started: " + load.detail());
    }
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
    return DisturbanceDecision.of(configuration, run, now)
        .orElseGet(() -> new NextStep.Collect(configuration, run.number(), true, load.pods()));
  }

  /** The run is invalid already: its remaining steps would only delay the next run. */
  private NextStep brokenAt(StepResult step, int steps) {
    return invalid(
        step.invalid().reason(),
        "%s; the load was stopped after step %d of %d"
            .formatted(step.invalid().message(), run.steps().size(), steps));
  }

  /**
   * Without a database there is no audit; the timeout for collecting counts from the load's end.
   */
  private NextStep collected(JobObservation load) {
    boolean late = late(end(load), configuration.spec().timeouts().jobSeconds());
    return complete() || late ? new NextStep.JudgeRun(configuration, run.number()) : collect(load);
  }

  private NextStep collect(JobObservation load) {
    return new NextStep.Collect(configuration, run.number(), false, load.pods());
  }

  private Instant end(JobObservation load) {
    return run.finishedAt() == null
        ? load.since().plusSeconds(loadSeconds())
        : Instant.parse(run.finishedAt());
  }

  /** The audit counts processed transactions, so accepted ones must be processed first. */
  private NextStep settled(JobObservation load) {
    for (ComponentState component : testbed.components()) {
      Readiness readiness = component.readiness();
      if (readiness != null && readiness.state() != Readiness.State.READY) {
        int patience = component.patienceSeconds();
        return late(end(load), patience)
            ? invalid(
                readiness.reason(),
                "%s, %d s after the load".formatted(readiness.detail(), patience))
            : collect(load);
      }
    }
    return new NextStep.Audit(configuration, run.number());
  }

  private NextStep audited(JobObservation load) {
    JobObservation audit = testbed.audit();
    if (audit.state() == JobObservation.State.ABSENT) {
      return run.audit() == null ? notAudited(load) : counted(load, Instant.parse(waiting.since()));
    }
    if (audit.state() == JobObservation.State.NOT_OURS) {
      return invalid(Reason.AUDIT_FAILED, audit.detail());
    }
    if (audit.state() == JobObservation.State.FAILED) {
      return invalid(Reason.AUDIT_FAILED, "the audit failed: " + audit.detail());
    }
    // The timeout counts from the audit, because an operator that was down must first read the
    // output.
    int patience = configuration.spec().timeouts().jobSeconds();
    boolean late = late(audit.since(), patience);
    if (late && audit.state() == JobObservation.State.ACTIVE) {
      return invalid(
          Reason.AUDIT_FAILED,
          "the audit had not ended after %d s%s".formatted(patience, because(audit)));
    }
    return counted(load, audit.since());
  }

  private NextStep notAudited(JobObservation load) {
    String job = Names.auditJob(configuration.name(), run.number());
    if (waiting != null && job.equals(waiting.job())) {
      return invalid(Reason.AUDIT_FAILED, JobObservation.deleted(job));
    }
    // A request that the API server rejects ends earlier, with its own message.
    int patience = configuration.spec().timeouts().jobSeconds() + Deadlines.REFUSED_SECONDS;
    return waiting != null && late(Instant.parse(waiting.since()), patience)
        ? invalid(Reason.AUDIT_FAILED, "Job %s could not be created".formatted(job))
        : settled(load);
  }

  private NextStep counted(JobObservation load, Instant auditSince) {
    return complete() || late(auditSince, configuration.spec().timeouts().jobSeconds())
        ? new NextStep.JudgeRun(configuration, run.number())
        : collect(load);
  }

  /**
   * Whether the run is complete. The totals are the load's last record: a step that is missing then
   * will not follow.
   */
  private boolean complete() {
    return run.totals() != null
        && (run.audit() != null || !configuration.workload().usesDatabase())
        && run.steps().stream().allMatch(StepResult::hasEvidenceOutcome);
  }

  /** From the first arrival to the last possible response. */
  private int loadSeconds() {
    return run.plan().seconds() + configuration.workload().drainSeconds(configuration.load());
  }

  private boolean late(Instant since, int patienceSeconds) {
    return !now.isBefore(since.plusSeconds(patienceSeconds));
  }

  private static Reason reason(JobObservation.Cause cause) {
    return switch (cause) {
      case OUT_OF_MEMORY -> Reason.LOAD_OUT_OF_MEMORY;
      case DEADLINE_EXCEEDED -> Reason.LOAD_DEADLINE_EXCEEDED;
      case POD_LOST, KILLED, EXIT_CODE -> Reason.LOAD_FAILED;
      case DENIED -> Reason.REFUSED;
    };
  }

  private static String because(JobObservation job) {
    return job.detail() == null ? "" : ": " + job.detail();
  }

  private NextStep invalid(Reason reason, String message) {
    return new NextStep.InvalidateRun(configuration, run.number(), reason, message);
  }
}
