package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.loadrun.JobObservation;
import dev.scalelab.operator.plan.TrialPlan;
import dev.scalelab.operator.testbed.Readiness;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Decides the next step of the trial at hand: testbed, warm-up, then run after run. */
final class TrialDecision {
  private final ScalabilityExperimentSpec spec;
  private final TrialPlan trial;
  private final ScalabilityTrialStatus status;
  private final List<RunResult> runs;
  private final boolean warm;
  private final Observed.Testbed testbed;
  private final Instant now;

  TrialDecision(
      ScalabilityExperimentSpec spec,
      TrialPlan trial,
      ScalabilityTrialStatus status,
      Observed.Testbed testbed,
      Instant now) {
    this.spec = spec;
    this.trial = trial;
    this.status = status;
    this.runs = status.runs();
    this.warm = status.testbedReadyTime() != null;
    this.testbed = testbed;
    this.now = now;
  }

  NextStep decide() {
    for (RunResult run : runs) {
      if (run.phase() == RunPhase.RUNNING) {
        return new RunDecision(spec, trial, run, testbed, now).decide();
      }
    }
    if (valid(status) >= trial.repetitions()) {
      return new NextStep.FinishTrial(trial);
    }
    long invalid = runs.size() - valid(status);
    if (invalid > spec.backoffLimit()) {
      RunResult last = runs.get(runs.size() - 1);
      return fail(
          Reason.BACKOFF_LIMIT_EXCEEDED,
          "%d invalid runs, backoffLimit is %d; the last: %s: %s"
              .formatted(invalid, spec.backoffLimit(), last.reason().text(), last.message()));
    }
    if (stale(spec, trial, status)) {
      return new NextStep.Renew(trial);
    }
    // Under the warm-up's load a server may miss a probe or a scrape; its Job has its own deadline.
    if (!warm && testbed.warmUp().state() == JobObservation.State.ACTIVE) {
      return warmUp();
    }
    return spec.workload().usesDatabase() ? database() : servers();
  }

  /**
   * Whether servers have to be made anew for the next run: an invalid run leaves them in a state
   * that nobody knows, restarted and cold perhaps.
   */
  static boolean stale(
      ScalabilityExperimentSpec spec, TrialPlan trial, ScalabilityTrialStatus status) {
    List<RunResult> runs = status.runs();
    if (status.testbedReadyTime() == null || runs.isEmpty()) {
      return false;
    }
    RunResult last = runs.get(runs.size() - 1);
    boolean another =
        valid(status) < trial.repetitions() && runs.size() - valid(status) <= spec.backoffLimit();
    return another
        && last.phase() == RunPhase.INVALID
        && Instant.parse(last.finishedAt()).isAfter(Instant.parse(status.testbedReadyTime()));
  }

  private static long valid(ScalabilityTrialStatus status) {
    return status.runs().stream().filter(run -> run.phase() == RunPhase.VALID).count();
  }

  private NextStep database() {
    return switch (testbed.database().state()) {
      case ABSENT -> new NextStep.DeployDatabase(trial);
      case WAITING -> await("the database", testbed.database(), spec.deadlines().databaseSeconds());
      case READY ->
          afterJob(
              "the dataset",
              testbed.prepare(),
              0,
              Reason.DATASET_FAILED,
              new NextStep.PrepareDataset(trial),
              this::servers);
    };
  }

  private NextStep servers() {
    return switch (testbed.servers().state()) {
      case ABSENT -> new NextStep.DeployServers(trial);
      case WAITING -> await("the servers", testbed.servers(), spec.deadlines().serversSeconds());
      case READY -> members();
    };
  }

  private NextStep members() {
    return testbed.members().state() == Readiness.State.READY
        ? balancer()
        : await("the servers' cluster", testbed.members(), spec.deadlines().serversSeconds());
  }

  private NextStep balancer() {
    return switch (testbed.balancer().state()) {
      case ABSENT -> new NextStep.DeployServers(trial);
      case WAITING -> await("the balancer", testbed.balancer(), spec.deadlines().serversSeconds());
      case READY -> spec.workload().usesSuppliers() ? supplier() : warmUp();
    };
  }

  private NextStep supplier() {
    return switch (testbed.supplier().state()) {
      case ABSENT -> new NextStep.DeployServers(trial);
      case WAITING -> await("the suppliers", testbed.supplier(), spec.deadlines().serversSeconds());
      case READY -> warmUp();
    };
  }

  private NextStep warmUp() {
    int seconds = spec.load().serverWarmUpSeconds();
    if (warm || seconds == 0) {
      return share();
    }
    return afterJob(
        "the warm-up",
        testbed.warmUp(),
        seconds + spec.drainSecondsOfWarmUp(),
        Reason.WARM_UP_FAILED,
        new NextStep.WarmUp(trial),
        this::share);
  }

  private NextStep share() {
    Readiness share = testbed.share();
    if (share.state() == Readiness.State.READY) {
      return warm ? run() : new NextStep.MarkReady(trial);
    }
    if (share.since() == null) {
      return new NextStep.BringToShare(trial, share.detail());
    }
    NextStep wait = await("the CPU share", share, spec.deadlines().serversSeconds());
    return wait instanceof NextStep.Await ? new NextStep.BringToShare(trial, share.detail()) : wait;
  }

  private NextStep run() {
    return spec.workload().usesDatabase() ? reset() : load();
  }

  /**
   * What the warm-up left in the servers' queues must not come into the dataset of the run. After a
   * valid run {@link RunDecision} has waited for it, and after an invalid one servers are new.
   */
  private NextStep drained(NextStep next) {
    boolean afterValid = !runs.isEmpty() && runs.get(runs.size() - 1).phase() == RunPhase.VALID;
    boolean ready =
        afterValid
            || !spec.workload().usesQueues()
            || testbed.queues().state() == Readiness.State.READY;
    return ready
        ? next
        : await("the emptying of the queues", testbed.queues(), spec.deadlines().jobSeconds());
  }

  private NextStep reset() {
    int run = runs.size() + 1;
    return afterJob(
        "the reset of the dataset",
        testbed.reset(),
        0,
        Reason.DATASET_FAILED,
        drained(new NextStep.ResetDataset(trial, run)),
        this::load);
  }

  private NextStep load() {
    int run = runs.size() + 1;
    JobObservation load = testbed.load();
    return switch (load.state()) {
      case ABSENT -> new NextStep.StartLoad(trial, run);
      case NOT_OURS -> awaitEndOf("the load", load, spec.deadlines().jobSeconds());
      case ACTIVE, SUCCEEDED, FAILED -> new NextStep.RecordRun(trial, run);
    };
  }

  /**
   * Starts the Job when there is none, waits for it until its deadline, and goes on when it
   * succeeded.
   */
  private NextStep afterJob(
      String what,
      JobObservation job,
      int plannedSeconds,
      Reason failure,
      NextStep start,
      Supplier<NextStep> next) {
    int patience = plannedSeconds + spec.deadlines().jobSeconds();
    return switch (job.state()) {
      case ABSENT -> start;
      case NOT_OURS -> awaitEndOf(what, job, patience);
      case ACTIVE -> await(what, Readiness.waiting(job.since(), failure, job.detail()), patience);
      case SUCCEEDED -> next.get();
      case FAILED ->
          fail(
              job.cause() == JobObservation.Cause.OUT_OF_MEMORY && failure == Reason.WARM_UP_FAILED
                  ? Reason.LOAD_OUT_OF_MEMORY
                  : failure,
              what + " failed: " + job.detail());
    };
  }

  /** Of an earlier experiment's, which is on its way out; anything else stays in the way. */
  private NextStep awaitEndOf(String what, JobObservation job, int patience) {
    return await(what, Readiness.waiting(job.since(), Reason.NAME_TAKEN, job.detail()), patience);
  }

  private NextStep await(String what, Readiness waiting, int patienceSeconds) {
    Duration patience = Duration.ofSeconds(patienceSeconds);
    String detail = waiting.detail() == null ? "" : ": " + waiting.detail();
    if (now.isBefore(begin(waiting).plus(patience))) {
      return new NextStep.Await(what + detail);
    }
    return fail(
        waiting.reason(), "%s not ready after %d s%s".formatted(what, patienceSeconds, detail));
  }

  /**
   * When a wait began. What was ready before gets its whole patience again when it is not: since
   * the trial's start, the end of the warm-up, the last run.
   */
  private Instant begin(Readiness waiting) {
    Instant warmUp = testbed.warmUp() == null ? null : testbed.warmUp().since();
    return Stream.of(
            waiting.since(),
            parse(status.startTime()),
            warmUp == null ? null : warmUp.plusSeconds(spec.load().serverWarmUpSeconds()),
            parse(status.testbedReadyTime()),
            runs.isEmpty() ? null : parse(runs.get(runs.size() - 1).finishedAt()))
        .filter(Objects::nonNull)
        .max(Comparator.naturalOrder())
        .orElse(now);
  }

  private static Instant parse(String time) {
    return time == null ? null : Instant.parse(time);
  }

  private NextStep fail(Reason reason, String message) {
    return new NextStep.FailTrial(trial, reason, message);
  }
}
