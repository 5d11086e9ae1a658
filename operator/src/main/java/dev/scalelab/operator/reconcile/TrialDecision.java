package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.TestbedPart;
import dev.scalelab.operator.loadrun.JobObservation;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;
import dev.scalelab.operator.testbed.Readiness;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/** Decides the next step of the trial at hand: testbed, warm-up, then run after run. */
final class TrialDecision {
  private final Configuration trial;
  private final ScalabilityTrialStatus status;
  private final List<RunResult> runs;
  private final boolean warm;
  private final Observed.Testbed testbed;
  private final Instant now;
  private final PartDeadlines deadlines;

  TrialDecision(
      Configuration trial, ScalabilityTrialStatus status, Observed.Testbed testbed, Instant now) {
    this.trial = trial;
    this.status = status;
    this.runs = status.runs();
    this.warm = status.testbedReadyTime() != null;
    this.testbed = testbed;
    this.now = now;
    this.deadlines = new PartDeadlines(trial, status.waiting(), now);
  }

  NextStep decide() {
    for (RunResult run : runs) {
      if (run.phase() == RunPhase.RUNNING) {
        return new RunDecision(trial, run, status.waiting(), testbed, now).decide();
      }
    }
    if (valid(status) >= trial.repetitions()) {
      return new NextStep.FinishTrial(trial);
    }
    long invalid = runs.size() - valid(status);
    if (invalid > trial.spec().maxInvalidRuns()) {
      RunResult last = runs.get(runs.size() - 1);
      return fail(
          Reason.BACKOFF_LIMIT_EXCEEDED,
          "%d invalid runs, maxInvalidRuns is %d; the last: %s: %s"
              .formatted(
                  invalid, trial.spec().maxInvalidRuns(), last.reason().text(), last.message()));
    }
    if (stale(trial, status)) {
      return new NextStep.Renew(trial);
    }
    // Under the warm-up's load a server may miss a probe or a scrape; its Job has its own deadline.
    if (!warm && testbed.warmUp().state() == JobObservation.State.ACTIVE) {
      return warmUp();
    }
    return trial.workload().usesDatabase() ? database() : servers();
  }

  /**
   * Whether servers have to be made anew for the next run: an invalid run leaves them in a state
   * that nobody knows, restarted and cold perhaps.
   */
  static boolean stale(Configuration trial, ScalabilityTrialStatus status) {
    List<RunResult> runs = status.runs();
    if (status.testbedReadyTime() == null || runs.isEmpty()) {
      return false;
    }
    RunResult last = runs.get(runs.size() - 1);
    boolean another =
        valid(status) < trial.repetitions()
            && runs.size() - valid(status) <= trial.spec().maxInvalidRuns();
    return another
        && last.phase() == RunPhase.INVALID
        && Instant.parse(last.finishedAt()).isAfter(Instant.parse(status.testbedReadyTime()));
  }

  private static long valid(ScalabilityTrialStatus status) {
    return status.runs().stream().filter(run -> run.phase() == RunPhase.VALID).count();
  }

  private NextStep database() {
    return switch (testbed.database().state()) {
      case ABSENT -> deadlines.within(TestbedPart.DATABASE, new NextStep.DeployDatabase(trial));
      case WAITING -> await(TestbedPart.DATABASE, testbed.database());
      case READY ->
          warm // its data were made before: each run resets them
              ? servers()
              : afterJob(
                  testbed.prepare(),
                  Names.prepareJob(trial.experiment(), trial.variant()),
                  new NextStep.PrepareDataset(trial),
                  this::servers);
    };
  }

  private NextStep servers() {
    return afterServers(TestbedPart.SERVERS, testbed.servers(), this::members);
  }

  private NextStep members() {
    return testbed.members().state() == Readiness.State.READY
        ? balancer()
        : await(TestbedPart.CLUSTER, testbed.members());
  }

  private NextStep balancer() {
    return afterServers(
        TestbedPart.BALANCER,
        testbed.balancer(),
        trial.workload().usesSuppliers() ? this::supplier : this::warmUp);
  }

  private NextStep supplier() {
    return afterServers(TestbedPart.SUPPLIERS, testbed.supplier(), this::warmUp);
  }

  /** Servers, balancer and suppliers are deployed together, whichever of them is missing. */
  private NextStep afterServers(TestbedPart part, Readiness readiness, Supplier<NextStep> next) {
    return switch (readiness.state()) {
      case ABSENT -> deadlines.within(part, new NextStep.DeployServers(trial, part));
      case WAITING -> await(part, readiness);
      case READY -> next.get();
    };
  }

  private NextStep warmUp() {
    return warm || trial.load().warmUp().maxSeconds() == 0
        ? share()
        : afterJob(
            testbed.warmUp(),
            Names.warmUpJob(trial.name()),
            new NextStep.WarmUp(trial),
            this::share);
  }

  private NextStep share() {
    Readiness share = testbed.share();
    if (share.state() == Readiness.State.READY) {
      return warm ? run() : new NextStep.MarkReady(trial);
    }
    return deadlines.within(
        TestbedPart.CPU_LIMIT,
        Reason.RESIZE_FAILED,
        share.detail(),
        new NextStep.BringToShare(trial, share.detail()));
  }

  private NextStep run() {
    return trial.workload().usesDatabase() ? reset() : load();
  }

  /**
   * What the warm-up left in the servers' queues must not come into the dataset of the run. After a
   * valid run {@link RunDecision} has waited for it, and after an invalid one servers are new.
   */
  private NextStep drained(NextStep next) {
    boolean afterValid = !runs.isEmpty() && runs.get(runs.size() - 1).phase() == RunPhase.VALID;
    boolean ready =
        afterValid
            || !trial.workload().usesQueues()
            || testbed.queues().state() == Readiness.State.READY;
    return ready ? next : await(TestbedPart.QUEUES, testbed.queues());
  }

  private NextStep reset() {
    int run = runs.size() + 1;
    JobObservation reset = testbed.reset();
    NextStep.OfTrial start = new NextStep.ResetDataset(trial, run);
    boolean queuesFirst = reset.state() == JobObservation.State.ABSENT && !beyond(start);
    NextStep first = queuesFirst ? drained(start) : start;
    return first.equals(start)
        ? afterJob(reset, Names.resetJob(trial.name(), run), start, this::load)
        : first;
  }

  private NextStep load() {
    int run = runs.size() + 1;
    JobObservation load = testbed.load();
    boolean deleted = wasCreated(Names.loadJob(trial.name(), run));
    return switch (load.state()) {
      case ABSENT ->
          // A run that is recorded and has no Job is invalid, and is repeated.
          deleted
              ? new NextStep.RecordRun(trial, run)
              : deadlines.within(TestbedPart.LOAD, new NextStep.StartLoad(trial, run));
      case NOT_OURS -> awaitEnd(TestbedPart.LOAD, load);
      case ACTIVE, SUCCEEDED, FAILED -> new NextStep.RecordRun(trial, run);
    };
  }

  /**
   * Starts the Job when there is none, waits for it until its deadline, and goes on when it
   * succeeded. One that is missing was deleted: when the trial has got further than it, after its
   * end, else before anybody saw how it ended.
   */
  private NextStep afterJob(
      JobObservation job, String name, NextStep.OfTrial start, Supplier<NextStep> next) {
    TestbedPart part = start.part();
    return switch (job.state()) {
      case ABSENT -> {
        if (beyond(start)) {
          yield next.get();
        }
        yield wasCreated(name)
            ? fail(part.reason(), "%s: %s".formatted(part.text(), JobObservation.deleted(name)))
            : deadlines.within(part, start);
      }
      case NOT_OURS -> awaitEnd(part, job);
      case ACTIVE ->
          deadlines.within(part, part.reason(), job.detail(), awaiting(part, job.detail()));
      case SUCCEEDED -> next.get();
      case FAILED ->
          fail(
              job.cause() == JobObservation.Cause.OUT_OF_MEMORY && part == TestbedPart.WARM_UP
                  ? Reason.LOAD_OUT_OF_MEMORY
                  : part.reason(),
              part.text() + " failed: " + job.detail());
    };
  }

  private boolean beyond(NextStep.OfTrial step) {
    return status.waiting() != null && status.waiting().part().after(step.part());
  }

  private boolean wasCreated(String job) {
    return status.waiting() != null && job.equals(status.waiting().job());
  }

  /** Of an earlier experiment's, which is on its way out; anything else stays in the way. */
  private NextStep awaitEnd(TestbedPart part, JobObservation job) {
    return deadlines.within(part, Reason.NAME_TAKEN, job.detail(), awaiting(part, job.detail()));
  }

  private NextStep await(TestbedPart part, Readiness waiting) {
    return deadlines.within(
        part, waiting.reason(), waiting.detail(), awaiting(part, waiting.detail()));
  }

  private NextStep awaiting(TestbedPart part, String detail) {
    return new NextStep.AwaitPart(trial, part, detail);
  }

  private NextStep fail(Reason reason, String message) {
    return new NextStep.FailTrial(trial, reason, message);
  }
}
