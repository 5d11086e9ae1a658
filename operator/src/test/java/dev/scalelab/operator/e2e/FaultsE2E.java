package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.api.FailureCount;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.Verdict;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * What goes wrong with real pods ends with a reason that names the fault, and leaves nothing
 * behind. Nothing here depends on how fast anything is, so several experiments run at a time.
 */
@Execution(ExecutionMode.CONCURRENT)
class FaultsE2E extends FaultyExperiment {
  @Test
  void anImageThatDoesNotExistEndsAtItsDeadlineWithThePodsReason() {
    ScalabilityExperiment ended = run("no-image", ", image: localhost/no-such:1", "", 15);

    assertThat(ended.getStatus().phase()).isEqualTo(Phase.FAILED);
    assertThat(ended.getStatus().verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    // The dataset tool is in the application's image, and is what needs it first.
    assertThat(finished(ended).getReason()).isEqualTo(Reason.DATASET_FAILED.text());
    assertThat(finished(ended).getMessage()).containsPattern("ErrImagePull|ImagePullBackOff");
    cluster.awaitTornDown(name);
  }

  @Test
  void aLoadGeneratorKilledForMemoryMakesTheRunInvalid() {
    ScalabilityExperiment ended = run("hungry", "", ", generators: {memory: 48Mi}", 300);

    assertThat(ended.getStatus().phase()).isEqualTo(Phase.FAILED);
    assertThat(finished(ended).getReason()).isEqualTo(Reason.BACKOFF_LIMIT_EXCEEDED.text());
    assertThat(finished(ended).getMessage()).contains(Reason.LOAD_OUT_OF_MEMORY.text());
  }

  @Test
  void anExperimentDeletedMidRunLeavesNothingBehind() {
    name = "deleted";
    cluster.apply(MANIFEST.formatted(name, "", "", 300));
    awaitLoad("deleted-base-1-r1-load");

    cluster.delete(name);

    assertThat(cluster.children(name)).isEmpty();
  }

  /** Two servers, each of which has a copy of the other's sessions, and no time to warm up. */
  @Test
  void aLoadPodDeletedMidRunMakesTheRunInvalidAndItIsRepeated() {
    name = "unlucky";
    cluster.apply(
        MANIFEST
            .formatted(name, "", "", 300)
            .replace("replicas: [1]", "replicas: [2]")
            .replace("{maxSeconds: 0}", "{maxSeconds: 4, transactionsPerServer: 10000}")
            .replace("maxInvalidRuns: 0", "maxInvalidRuns: 1"));
    awaitLoad("unlucky-base-2-r1-load");
    assertThat(
            cluster
                .client()
                .pods()
                .inNamespace(Cluster.NAMESPACE)
                .withLabel("batch.kubernetes.io/job-name", "unlucky-base-2-r1-load")
                .delete())
        .as("the load's pod is deleted")
        .hasSize(1);
    ScalabilityExperiment ended = cluster.awaitFinished(name, 8);

    assertThat(ended.getStatus().phase())
        .as(ended.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    assertThat(cluster.trial("unlucky-base-2").get().getStatus().runs())
        .extracting(RunResult::number, RunResult::phase, RunResult::reason)
        .containsExactly(
            tuple(1, RunPhase.INVALID, Reason.LOAD_FAILED),
            tuple(2, RunPhase.VALID, Reason.RUN_VALID));
    assertThat(events())
        .contains(Reason.WARM_UP_SHORT.text(), Reason.RUN_INVALID.text(), Reason.RUN_VALID.text());
  }

  @Test
  void aDatabaseThatDiesUnderLoadIsCountedErrorsAndAnInvalidRun() throws Exception {
    RunResult run =
        runWithout(
            "crash", "", "kill -9 $(head -n 1 /var/lib/postgresql/data/pgdata/postmaster.pid)");

    assertThat(run.reason()).as(run.message()).isEqualTo(Reason.SERVER_RESTARTED);
    assertThat(run.message()).contains("by the end of step 1");
    StepResult step = run.steps().get(0);
    assertThat(step.counts().completed()).as("before and after").isPositive();
    assertThat(step.errors())
        .extracting(FailureCount::reason)
        .anyMatch(reason -> reason.startsWith("HTTP 503"));
    assertThat(step.counts().failed()).isLessThan(step.counts().sent());
    assertThat(step.invalid().reason()).as("the step's own mark").isEqualTo(run.reason());
    assertThat(step.invalid().message()).contains("began anew by the end of step 1");
    assertThat(run.totals()).as("the load ended by itself").isNotNull();
  }

  /** As with a cut network or a disk that hangs: nothing ends, and nothing begins anew. */
  @Test
  void aDatabaseThatHangsUnderLoadMakesTheRunInvalid() throws Exception {
    RunResult run =
        runWithout(
            "hang",
            ", requestTimeoutMillis: 3000",
            """
            all=$(grep -lx postgres /proc/[0-9]*/comm | cut -d / -f 3)
            kill -STOP $all
            sleep 8
            kill -CONT $all
            true # one of them may have ended before it was stopped, and kill then says so
            """);

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

  /** The run in whose measured window the database was given a command, and which is invalid. */
  private RunResult runWithout(String experiment, String load, String command) throws Exception {
    name = experiment;
    cluster.apply(MANIFEST.formatted(name, "", load, 300));
    Instant begin = Instant.parse(cluster.awaitLoaded(name + "-base-1").startedAt());
    // Soon after the begin of the measured window, which is the last 15 of 20 seconds.
    Thread.sleep(Math.max(0, Duration.between(Instant.now(), begin.plusSeconds(8)).toMillis()));
    cluster.shell(name + "-base-db-1", "postgres", command);
    ScalabilityExperiment ended = cluster.awaitFinished(name, 4);

    assertThat(ended.getStatus().phase()).isEqualTo(Phase.FAILED);
    RunResult run = cluster.trial(name + "-base-1").get().getStatus().runs().get(0);
    assertThat(run.phase()).isEqualTo(RunPhase.INVALID);
    return run;
  }
}
