package dev.scalelab.operator.e2e;

import static org.awaitility.Awaitility.await;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrial;
import dev.scalelab.operator.e2e.FaultSchedule.Fault;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** One experiment during which the faults of a schedule happen, and what is wrong at its end. */
final class ScheduleRun {
  private static final String NAME = "faulted";
  private static final int CONFIGURATIONS = 2;
  private static final Duration LONGEST = Duration.ofMinutes(20);

  /** The test's own watch may have been interrupted, and begins again after a pause. */
  private static final Duration WATCH_LATE = Duration.ofMinutes(1);

  /** Two configurations of two short steps. Each fault may cost a run, and a busy machine some. */
  private static final String MANIFEST =
      """
      apiVersion: scalelab.dev/v1alpha1
      kind: ScalabilityExperiment
      metadata: {name: %s}
      spec:
        workload: {type: Cart, cart: {stateBytes: 1024, productsPerVisit: 3}, thinkTime: {maxMillis: 500}}
        system:
          application: {cpu: 200m, startupCpu: 1500m, memory: 768Mi, heap: 384Mi, jvmOptions: ["-XX:TieredStopAtLevel=1", "-XX:CompileThresholdScaling=0.1"]}
        sweep: {replicas: [1, 2]}
        load:
          closed: {users: [4, 8]}
          step: {seconds: 18, settleSeconds: 4, rampSeconds: 2}
          warmUp: {maxSeconds: 15, transactionsPerServer: 20, untilSteady: false}
          repetitions: 1
        maxInvalidRuns: 6
        timeouts: {serversSeconds: 240, jobSeconds: 120}
        objectives: {maxErrorPercent: "100"}
      """
          .formatted(NAME);

  private final Cluster cluster;
  private final FaultSchedule schedule;
  private final Recovery recovery;
  private final ClusterFaults faults;
  private final List<String> happened = new CopyOnWriteArrayList<>();
  private Instant begin;
  private volatile boolean ended;

  ScheduleRun(Cluster cluster, FaultSchedule schedule) {
    this.cluster = cluster;
    this.schedule = schedule;
    this.recovery = new Recovery(cluster);
    this.faults = new ClusterFaults(cluster, NAME, () -> ended);
  }

  /** What happened when, in seconds since the experiment was created. */
  List<String> happened() {
    return happened;
  }

  /** Runs it, and names every rule that does not hold at the end; empty if all do. */
  List<String> problems() throws Exception {
    cluster.delete(NAME);
    List<String> problems;
    try (Witness witness = new Witness(cluster, NAME)) {
      begin = Instant.now();
      cluster.apply(MANIFEST);
      runThroughTheFaults();
      recovery.await();
      note("nodes, Prometheus and operator are ready");
      problems = new ArrayList<>(lastingProblems(witness));
    }
    cluster.delete(NAME);
    problems.addAll(recovery.leftBy(NAME));
    return problems;
  }

  private void runThroughTheFaults() throws Exception {
    ScheduledExecutorService threads = Executors.newScheduledThreadPool(schedule.faults().size());
    try {
      List<Future<?>> made = new ArrayList<>();
      for (Fault fault : schedule.faults()) {
        made.add(threads.schedule(() -> make(fault), fault.atSecond(), TimeUnit.SECONDS));
      }
      ScalabilityExperiment last =
          await()
              .atMost(LONGEST)
              .pollInterval(Duration.ofSeconds(1))
              .ignoreExceptionsInstanceOf(KubernetesClientException.class)
              .until(() -> cluster.experiment(NAME).get(), ScheduleRun::hasEnded);
      ended = true;
      note("the experiment is %s: %s", last.getStatus().phase(), last.getStatus().message());
      for (Future<?> fault : made) {
        fault.get();
      }
    } finally {
      ended = true;
      threads.shutdownNow();
    }
  }

  private Void make(Fault fault) throws Exception {
    if (ended) {
      note("%s is not made", fault.kind());
      return null;
    }
    note("%s begins", fault.kind());
    note("%s has passed: %s", fault.kind(), faults.make(fault));
    return null;
  }

  private void note(String what, Object... arguments) {
    double seconds = Duration.between(begin, Instant.now()).toMillis() / 1000.0;
    happened.add("%7.1f s %s".formatted(seconds, what.formatted(arguments)));
  }

  private static boolean hasEnded(ScalabilityExperiment found) {
    return found.getStatus() != null && found.getStatus().ended();
  }

  /** The problems that are still there when the test's own watch has seen everything. */
  private List<String> lastingProblems(Witness witness) throws InterruptedException {
    Instant seen = Instant.now().plus(WATCH_LATE);
    List<String> problems = problemsOfTheEnd(witness);
    while (!problems.isEmpty() && Instant.now().isBefore(seen)) {
      Thread.sleep(1000);
      problems = problemsOfTheEnd(witness);
    }
    return problems;
  }

  private List<String> problemsOfTheEnd(Witness witness) {
    ScalabilityExperiment experiment = cluster.experiment(NAME).require();
    List<ScalabilityTrial> trials = trials();
    List<String> problems =
        new ArrayList<>(
            EndedExperiment.problems(experiment, CONFIGURATIONS, trials, witness.steps()));
    witness
        .jobs()
        .forEach(
            (job, uids) -> {
              if (job.endsWith("-load") && uids.size() > 1) { // others are repeated for new servers
                problems.add("%s was started %d times".formatted(job, uids.size()));
              }
            });
    if (schedule.isOfOperator()) {
      problems.addAll(costs(experiment, trials));
    }
    return problems;
  }

  /** What faults have cost that concern the operator and its connection only. */
  private static List<String> costs(
      ScalabilityExperiment experiment, List<ScalabilityTrial> trials) {
    List<String> costs = new ArrayList<>();
    if (experiment.getStatus().phase() != Phase.SUCCEEDED) {
      costs.add("it has not succeeded, although no fault concerned the system under test");
    }
    for (ScalabilityTrial trial : trials) {
      for (RunResult run : trial.getStatus().runs()) {
        if (run.phase() == RunPhase.INVALID && !Cluster.BUSY_MACHINE.contains(run.reason())) {
          costs.add(
              "%s run %d is invalid, although no fault concerned the system under test: %s: %s"
                  .formatted(
                      trial.getMetadata().getName(), run.number(), run.reason(), run.message()));
        }
      }
    }
    return costs;
  }

  private List<ScalabilityTrial> trials() {
    return cluster
        .client()
        .resources(ScalabilityTrial.class)
        .inNamespace(Cluster.NAMESPACE)
        .withLabel("scalelab.dev/experiment", NAME)
        .list()
        .getItems();
  }
}
