package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.loadrun.JobObservation;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.plan.Schedule;
import dev.scalelab.operator.search.RoundSearch;
import dev.scalelab.operator.testbed.Component;
import dev.scalelab.operator.testbed.ComponentOrder;
import dev.scalelab.operator.testbed.ComponentState;
import dev.scalelab.operator.testbed.Readiness;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Decides the next step of the current trial: testbed, warm-up, then run after run. */
final class TrialDecision {
  private static final String LOAD_TEXT = "the load";

  private final Configuration configuration;
  private final ScalabilityTrialStatus status;
  private final List<RunResult> runs;
  private final boolean warm;
  private final ObservedTestbed testbed;
  private final Instant now;
  private final RoundDecision round;
  private final Deadlines deadlines;

  TrialDecision(
      Configuration configuration,
      ScalabilityTrialStatus status,
      ObservedTestbed testbed,
      RoundDecision round,
      Instant now) {
    this.configuration = configuration;
    this.status = status;
    this.runs = status.runs();
    this.warm = status.testbedReadyTime() != null;
    this.testbed = testbed;
    this.round = round;
    this.now = now;
    this.deadlines = new Deadlines(configuration, testbed.components(), status.waiting(), now);
  }

  NextStep decide() {
    for (RunResult run : runs) {
      if (run.phase() == RunPhase.RUNNING) {
        return new RunDecision(configuration, run, status.waiting(), testbed, now).decide();
      }
    }
    if (Schedule.isComplete(configuration, status)) {
      return testbed.fault() == null
          ? new NextStep.FinishTrial(configuration)
          : fail(Reason.SAMPLES_MISSING, testbed.fault());
    }
    long invalid = RoundDecision.invalid(status);
    int allowed = RoundDecision.maxInvalidRuns(configuration, status);
    if (invalid > allowed) {
      RunResult last = runs.get(runs.size() - 1);
      return fail(
          Reason.BACKOFF_LIMIT_EXCEEDED,
          "%d invalid runs, maxInvalidRuns is %d%s; the last: %s: %s"
              .formatted(
                  invalid,
                  configuration.spec().maxInvalidRuns(),
                  allowed > configuration.spec().maxInvalidRuns() ? " for each round" : "",
                  last.reason().text(),
                  last.message()));
    }
    RoundSearch.Next next = round.next();
    if (next.ended() != null) {
      return new NextStep.EndRound(configuration, next.ended());
    }
    if (configuration.load().searches() && !RoundSearch.fits(configuration, status, next.run())) {
      return new NextStep.ConcludeTrial(
          configuration,
          Reason.TRIAL_TOO_LARGE,
          "%d runs fill its resource, after %d of %d rounds"
              .formatted(
                  runs.size(),
                  Schedule.rounds(configuration, status),
                  configuration.repetitions()));
    }
    if (RoundDecision.needsNewServers(configuration, status)) {
      return new NextStep.RecreateServers(configuration);
    }
    for (ComponentState component : testbed.components()) {
      Optional<NextStep> step =
          component.readiness() == null ? Optional.empty() : toReady(component, next.run());
      if (step.isPresent()) {
        return step.get();
      }
    }
    if (warm) {
      return load(next.run());
    }
    if (testbed.fault() != null) {
      return fail(Reason.IMAGE_CHANGED, testbed.fault());
    }
    return testbed.cold() == null
        ? new NextStep.MarkReady(configuration, testbed.placement())
        : new NextStep.LoseRun(configuration, next.run(), Reason.SERVER_RESTARTED, testbed.cold());
  }

  /** The step that brings a part closer to readiness; empty if it is ready. */
  private Optional<NextStep> toReady(ComponentState component, RunPlan run) {
    Readiness readiness = component.readiness();
    return switch (readiness.state()) {
      case READY -> Optional.empty();
      case ABSENT -> absent(component, run);
      case INCOMPLETE ->
          Optional.of(
              deadlines.within(
                  component,
                  component.reason(),
                  readiness.detail(),
                  deploy(component, readiness.detail())));
      case WAITING ->
          Optional.of(
              deadlines.within(
                  component,
                  readiness.reason(),
                  readiness.detail(),
                  new NextStep.AwaitComponent(
                      configuration, component.name(), component.text(), readiness.detail())));
      case FAILED ->
          Optional.of(
              fail(readiness.reason(), component.text() + " failed: " + readiness.detail()));
      case LOST ->
          Optional.of(
              new NextStep.LoseRun(
                  configuration,
                  run,
                  readiness.reason(),
                  component.text() + " failed: " + readiness.detail()));
    };
  }

  /**
   * Deploys it. A missing Job was deleted: after its end, if the trial has reached a further part,
   * else before the operator saw how it ended.
   */
  private Optional<NextStep> absent(ComponentState component, RunPlan run) {
    if (component.job() != null && deadlines.beyond(component.name())) {
      return Optional.empty();
    }
    if (deadlines.wasCreated(component.job())) {
      return Optional.of(
          new NextStep.LoseRun(
              configuration,
              run,
              component.reason(),
              "%s: %s".formatted(component.text(), JobObservation.deleted(component.job()))));
    }
    return Optional.of(deadlines.creating(component, deploy(component, null)));
  }

  private NextStep deploy(ComponentState component, String detail) {
    return new NextStep.Deploy(configuration, component.name(), component.text(), detail);
  }

  private NextStep load(RunPlan run) {
    JobObservation job = testbed.load();
    boolean deleted = deadlines.wasCreated(Names.loadJob(configuration.name(), run.run()));
    return switch (job.state()) {
      case ABSENT ->
          // A recorded run without a Job is invalid, and is repeated.
          deleted
              ? new NextStep.RecordRun(configuration, run)
              : deadlines.creating(loadPart(), new NextStep.StartLoad(configuration, run));
      case NOT_OURS ->
          deadlines.within(
              loadPart(),
              Reason.NAME_TAKEN,
              job.detail(),
              new NextStep.AwaitComponent(
                  configuration, ComponentOrder.LOAD, LOAD_TEXT, job.detail()));
      case ACTIVE, SUCCEEDED, FAILED -> new NextStep.RecordRun(configuration, run);
    };
  }

  private ComponentState loadPart() {
    int patience = configuration.spec().timeouts().jobSeconds();
    return new ComponentState(
        ComponentOrder.LOAD,
        LOAD_TEXT,
        Component.READY,
        Reason.LOAD_FAILED,
        patience,
        0,
        null,
        null,
        true);
  }

  private NextStep fail(Reason reason, String message) {
    return new NextStep.FailTrial(configuration, reason, message);
  }
}
