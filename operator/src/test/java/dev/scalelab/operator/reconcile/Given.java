package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.AuditResult;
import dev.scalelab.operator.api.Evidence;
import dev.scalelab.operator.api.InvalidStep;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ResponseTimes;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.RunTotals;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.Spread;
import dev.scalelab.operator.api.StepCounts;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.StepTarget;
import dev.scalelab.operator.api.StepWindow;
import dev.scalelab.operator.api.TrialResultBuilder;
import dev.scalelab.operator.api.Waiting;
import dev.scalelab.operator.loadrun.JobObservation;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Plan;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.search.WarmStart;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.testbed.Readiness;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Test data for the tests of decisions. */
public final class Given {
  /** The time of every reconciliation. */
  public static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

  /** Within every deadline of {@link #spec}. */
  static final Instant JUST_NOW = NOW.minusSeconds(5);

  /** Past every deadline of {@link #spec}. */
  static final Instant LONG_AGO = NOW.minusSeconds(3600);

  private Given() {}

  /** One and two servers, two steps of 20 s, one repetition, one repeat. */
  public static ScalabilityExperimentSpec spec() {
    return Experiments.of(
            "default",
            """
            sweep: {replicas: [1, 2]}
            load:
              open: {rates: [10, 20]}
              step: {seconds: 20, settleSeconds: 5, rampSeconds: 2}
              warmUp: {maxSeconds: 30, transactionsPerServer: 0}
              repetitions: 1
            """)
        .getSpec();
  }

  /** The plan of {@link #spec} with a change, a JSON merge patch as YAML. */
  static Plan plan(String experiment, String change) {
    return Planner.plan(experiment, Experiments.with(spec(), change));
  }

  static Readiness ready() {
    return Readiness.ready();
  }

  static Readiness waiting(Reason reason) {
    return Readiness.waiting(reason, "ImagePullBackOff");
  }

  static JobObservation active(Instant since) {
    return new JobObservation(JobObservation.State.ACTIVE, since, null, "Unschedulable");
  }

  static JobObservation notOurs(Instant since) {
    return new JobObservation(JobObservation.State.NOT_OURS, since, null, "somebody's Job");
  }

  static JobObservation succeeded() {
    return succeeded(JUST_NOW);
  }

  static JobObservation succeeded(Instant since) {
    return new JobObservation(JobObservation.State.SUCCEEDED, since, null, null);
  }

  static JobObservation failed(JobObservation.Cause cause) {
    return new JobObservation(JobObservation.State.FAILED, JUST_NOW, cause, "its message");
  }

  /** A trial that has just started. */
  static ScalabilityTrialStatus begun() {
    return ScalabilityTrialStatus.begun(LONG_AGO.toString());
  }

  /** The trial, which reached a part longer ago than any deadline. */
  static ScalabilityTrialStatus overdue(ScalabilityTrialStatus trial, String part) {
    return trial.waitingFor(new Waiting(part, LONG_AGO.toString(), null));
  }

  /** The trial, which has just created a Job for a part. */
  static ScalabilityTrialStatus created(ScalabilityTrialStatus trial, String part, String job) {
    return trial.waitingFor(new Waiting(part, JUST_NOW.toString(), job));
  }

  /** A trial with a warm testbed and these runs. */
  public static ScalabilityTrialStatus warm(RunResult... runs) {
    return warmSince(JUST_NOW, runs);
  }

  static ScalabilityTrialStatus warmSince(Instant when, RunResult... runs) {
    return begun().warm(when.toString(), null).placed(List.of()).withRuns(List.of(runs), null);
  }

  /** A successful trial with one run. */
  public static ScalabilityTrialStatus succeeded(double peak) {
    return succeeded(peak, 1);
  }

  /** A successful trial with that number of runs. */
  public static ScalabilityTrialStatus succeeded(double peak, int runs) {
    return warm(validRuns(runs))
        .ended(
            Phase.SUCCEEDED,
            null,
            null,
            JUST_NOW.toString(),
            TrialResultBuilder.builder()
                .peakPerSecond(spread(peak))
                .capacityPerSecond(spread(peak))
                .saturated(true)
                .step(2)
                .requestsPerSecond(3 * peak)
                .p50Millis(10.0)
                .p90Millis(20.0)
                .p95Millis(41.4)
                .p99Millis(80.0)
                .meanMillis(12.0)
                .errorPercent(0.0)
                .runs(runs)
                .build());
  }

  /** The decision about a trial that knows nothing of other trials. */
  static TrialDecision decision(
      Configuration configuration, ScalabilityTrialStatus status, ObservedTestbed testbed) {
    Plan alone = Planner.plan(configuration.experiment(), configuration.spec());
    RoundDecision round = new RoundDecision(configuration, status, new WarmStart(alone, Map.of()));
    return new TrialDecision(configuration, status, testbed, round, NOW);
  }

  /** N valid runs. */
  public static RunResult[] validRuns(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(number -> run(number, RunPhase.VALID))
        .toArray(RunResult[]::new);
  }

  /** A figure that was the same in every run. */
  public static Spread spread(double value) {
    return new Spread(value, value, value);
  }

  /** A failed trial. */
  public static ScalabilityTrialStatus failed(Reason reason, String message) {
    return begun().ended(Phase.FAILED, reason, message, JUST_NOW.toString(), null);
  }

  public static RunResult run(int number, RunPhase phase) {
    Reason reason = phase == RunPhase.INVALID ? Reason.SERVER_RESTARTED : null;
    String end = phase == RunPhase.RUNNING ? null : JUST_NOW.toString();
    return new RunResult(
        number,
        phase,
        reason,
        "seen",
        JUST_NOW.toString(),
        end,
        List.of(),
        null,
        null,
        null,
        plan(number),
        null);
  }

  /** Each run is of a round of its own. */
  private static RunPlan plan(int round) {
    RunPlan first = plan();
    return new RunPlan(
        first.run(),
        round,
        first.steps(),
        first.stepSeconds(),
        first.settleSeconds(),
        first.rampSeconds(),
        first.seed());
  }

  private static RunPlan plan() {
    return Experiments.firstRun(Planner.plan("small", spec()).configurations().get(0));
  }

  /**
   * A running run with this number of steps, with or without their evidence, its totals and its
   * audit.
   */
  public static RunResult running(int steps, boolean evidence, boolean totals, boolean audit) {
    List<StepResult> measured =
        IntStream.rangeClosed(1, steps)
            .mapToObj(number -> step(number, evidence ? evidence() : null))
            .toList();
    return new RunResult(
        1,
        RunPhase.RUNNING,
        null,
        null,
        JUST_NOW.toString(),
        totals ? JUST_NOW.toString() : null,
        measured,
        totals ? new RunTotals(List.of(), 1L, 0L, null) : null,
        audit ? new AuditResult(List.of(), List.of(), null, null) : null,
        null,
        plan(),
        null);
  }

  /** The run, whose step of that number is marked as invalid. */
  static RunResult invalidIn(int number, RunResult run) {
    var why = new InvalidStep(Reason.SERVER_RESTARTED, "seen in step " + number);
    List<StepResult> steps =
        run.steps().stream().map(s -> s.step() == number ? s.judged(why) : s).toList();
    return run.collected(
        run.startedAt(), run.finishedAt(), steps, run.totals(), run.audit(), run.histograms());
  }

  /** A step of 15 s in which every requested transaction was completed. */
  public static StepResult step(int number, Evidence evidence) {
    return step(number, StepTarget.ofRate(10.0 * number)).evidenced(evidence);
  }

  /** The same step in a closed model, with ten users more in each step. */
  public static StepResult closedStep(int number) {
    return step(number, StepTarget.ofUsers(10 * number));
  }

  private static StepResult step(int number, StepTarget target) {
    double rate = 10.0 * number;
    long all = Math.round(rate * 15);
    return StepResult.of(
            number,
            target,
            new StepWindow(null, null, 15.0),
            new StepCounts(all, all, 0L, all, 0L, all, null, null))
        .throughputPerSecond(rate)
        .mixPerSecond(rate)
        .errorPercent(0.0)
        .responseTimes(new ResponseTimes(10.0, 20.0, 41.4, 80.0, 90.0, null, null, 12.0))
        .objectivesMet(true)
        .build();
  }

  static Evidence evidence() {
    return new Evidence(null, null, null, null, null, null, null, null, null, null, null);
  }
}
