package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.operator.api.DatabaseEvidence;
import dev.scalelab.operator.api.FailureCount;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.PodPlacement;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ReplicaEvidence;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.StepResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * One server without warm-up, whose database is killed in the first run and hangs in the second,
 * and whose load is deleted in the third: each of them is invalid with its reason, and a later one
 * is valid.
 */
@Execution(ExecutionMode.CONCURRENT)
class InvalidRunsE2E extends FaultyExperiment {
  private static final String TRIAL = "unlucky-base-1";
  private static final String DIES =
      "kill -9 $(head -n 1 /var/lib/postgresql/data/pgdata/postmaster.pid)";

  /** As with a network failure or a hanging disk: no container ends or restarts. */
  private static final String HANGS =
      """
      all=$(grep -lx postgres /proc/[0-9]*/comm | cut -d / -f 3)
      kill -STOP $all
      sleep 8
      kill -CONT $all
      true # one of them may have ended before it was stopped, and kill then says so
      """;

  @Test
  void eachSaysWhyAndTheNextRunIsMadeOnServersThatAreNew() throws Exception {
    name = "unlucky";
    cluster.apply(
        MANIFEST
            .formatted(name, "", ", requestTimeoutMillis: 3000", 300)
            .replace("{maxSeconds: 0}", "{maxSeconds: 4, transactionsPerServer: 10000}")
            .replace("maxInvalidRuns: 0", "maxInvalidRuns: 8")
            .replace("step: {seconds: 20", "step: {seconds: 45")
            .replace("{scale: 1}", "{scale: 1, mix: {newOrder: 1, orderStatus: 2}}")
            .replace("cpu: 300m}", "cpu: 300m, instances: 2, reads: Replicas}"));

    assertThatErrorsOfADeadDatabaseAreCounted(runInWhichTheDatabase(DIES, 1));
    assertThatAHangingDatabaseIsNoticed(runInWhichTheDatabase(HANGS, 2));
    deleteTheLoadOfRun(3);

    ScalabilityExperiment ended = cluster.awaitFinished(name, 12);
    assertThat(ended.getStatus().phase())
        .as(ended.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    ScalabilityTrialStatus trial = cluster.trial(TRIAL).get().getStatus();
    List<RunResult> runs = trial.runs();
    RunResult last = runs.get(runs.size() - 1);
    assertThat(last.phase()).isEqualTo(RunPhase.VALID);
    assertThatTheReplicaAnswersWhatIsRead(last.steps().get(0), trial.placement());
    assertThat(runs.subList(3, runs.size() - 1))
        .as("a busy machine may make the load late")
        .extracting(RunResult::reason)
        .isSubsetOf(Cluster.BUSY_MACHINE);
    assertThat(events())
        .contains(Reason.WARM_UP_SHORT.text(), Reason.RUN_INVALID.text(), Reason.RUN_VALID.text());
  }

  private static void assertThatErrorsOfADeadDatabaseAreCounted(RunResult run) {
    assertThat(run.reason()).as(run.message()).isEqualTo(Reason.SERVER_RESTARTED);
    assertThat(run.message()).contains("by the end of step 1");
    StepResult step = run.steps().get(0);
    assertThat(step.counts().completed()).as("before and after").isPositive();
    assertThat(step.errors())
        .extracting(FailureCount::reason)
        .anyMatch(reason -> reason.startsWith("HTTP 503"));
    assertThat(step.counts().failed()).isLessThan(step.counts().sent());
    assertThat(step.invalid().reason()).as("the step's own mark").isEqualTo(run.reason());
    assertThat(step.invalid().message()).contains("restarted by the end of step 1");
    assertThat(run.totals()).as("the load ended by itself").isNotNull();
  }

  private static void assertThatAHangingDatabaseIsNoticed(RunResult run) {
    assertThat(run.reason()).as(run.message()).isEqualTo(Reason.DATABASE_LOST);
    assertThat(run.message()).contains("was without its database for", "in step 1");
    StepResult step = run.steps().get(0);
    assertThat(step.evidence().restarts()).isZero();
    assertThat(step.errors())
        .as("no client waits for longer than its timeout")
        .extracting(FailureCount::reason)
        .contains("request timeout");
    assertThat(step.invalid().reason()).as("the step's own mark").isEqualTo(run.reason());
    assertThat(step.invalid().message()).contains("was without its database for");
    assertThat(run.totals()).as("the load ended by itself").isNotNull();
  }

  private static void assertThatTheReplicaAnswersWhatIsRead(
      StepResult step, List<PodPlacement> placement) {
    assertThat(placement)
        .filteredOn(pod -> pod.tier().equals("database"))
        .extracting(PodPlacement::role)
        .containsExactlyInAnyOrder("primary", "replica");
    DatabaseEvidence database = step.evidence().databases().get(0);
    assertThat(database.primaries()).containsExactly(podOf("primary", placement));
    assertThat(database.commitsPerSecond()).as("%s", database).isPositive();
    assertThat(database.replicas()).hasSize(1);
    ReplicaEvidence replica = database.replicas().get(0);
    assertThat(replica.pod()).isEqualTo(podOf("replica", placement));
    assertThat(replica.cpuCores()).as("%s", replica).isPositive();
    assertThat(replica.commitsPerSecond())
        .as("two of three transactions, and the items of carts: %s", replica)
        .isGreaterThan(0.66 * step.throughputPerSecond());
    assertThat(replica.lagSeconds()).as("%s", replica).isBetween(0.0, 10.0);
    assertThat(replica.lagBytes()).as("%s", replica).isNotNegative();
  }

  private static String podOf(String role, List<PodPlacement> placement) {
    return placement.stream()
        .filter(pod -> role.equals(pod.role()))
        .map(PodPlacement::pod)
        .findFirst()
        .orElseThrow();
  }

  private void deleteTheLoadOfRun(int number) {
    String job = "unlucky-base-1-r%d-load".formatted(number);
    awaitLoad(job);
    assertThat(
            cluster
                .client()
                .pods()
                .inNamespace(Cluster.NAMESPACE)
                .withLabel("batch.kubernetes.io/job-name", job)
                .delete())
        .as("the load's pod is deleted")
        .hasSize(1);
    RunResult run = cluster.awaitRun(TRIAL, number, found -> found.phase() != RunPhase.RUNNING);
    assertThat(run.reason()).as(run.message()).isEqualTo(Reason.LOAD_FAILED);
  }

  /** The run in whose measured window a command was run in the database's pod. */
  private RunResult runInWhichTheDatabase(String command, int number) throws Exception {
    cluster.awaitLoaded(TRIAL, number);
    String primary = cluster.database("unlucky-base-db").get().get("status", "currentPrimary");
    Psql psql = new Psql(cluster, primary);
    await("the first order: the load generator is a Java program, and starts when it can")
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofMillis(200))
        .until(() -> psql.number("ecperf", Psql.ORDERS) > 0);
    // Soon after the start of the measured window, which is the last 40 of 45 seconds.
    Instant inTheWindow = Instant.now().plusSeconds(6);
    await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(100))
        .until(() -> Instant.now().isAfter(inTheWindow));
    new PodCommand(List.of("sh", "-c", command)).run(cluster, primary, Psql.CONTAINER);
    RunResult run = cluster.awaitRun(TRIAL, number, found -> found.phase() != RunPhase.RUNNING);
    assertThat(run.phase()).isEqualTo(RunPhase.INVALID);
    return run;
  }
}
