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
import dev.scalelab.operator.plan.Names;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What cannot work ends at once or at its deadline, with a reason, and leaves nothing behind. */
class FaultsE2E {
  /** One small server, one short step; each test says what is wrong with it. */
  private static final String MANIFEST =
      """
      apiVersion: scalelab.dev/v1alpha1
      kind: ScalabilityExperiment
      metadata: {name: %s}
      spec:
        workload: {scale: 1}
        system:
          application: {cpu: 500m, startupCpu: 1500m, memory: 768Mi, heap: 384Mi%s}
        sweep: {replicas: [1]}
        load: {rates: [5], stepSeconds: 30, serverWarmUpSeconds: 0, repetitions: 1%s}
        deadlines: {serversSeconds: %d, jobSeconds: 60}
        backoffLimit: 0
      """;

  private final Cluster cluster = new Cluster();
  private String name;

  @AfterEach
  void deleteIt() {
    cluster.client().resourceQuotas().inNamespace(Cluster.NAMESPACE).withName("tight").delete();
    cluster.delete(name);
    assertThat(cluster.children(name)).isEmpty();
    cluster.close();
  }

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
    ScalabilityExperiment ended = run("hungry", "", ", memory: 48Mi", 300);

    assertThat(ended.getStatus().phase()).isEqualTo(Phase.FAILED);
    assertThat(finished(ended).getReason()).isEqualTo(Reason.BACKOFF_LIMIT_EXCEEDED.text());
    assertThat(finished(ended).getMessage()).contains(Reason.LOAD_OUT_OF_MEMORY.text());
  }

  @Test
  void aDatabaseThatNeverBecomesReadyEndsAtItsDeadlineWithThePodsReason() {
    name = "no-database";
    cluster.apply(
        MANIFEST
            .formatted(name, "", "", 60)
            .replace("  sweep:", "    database: {image: 'localhost/no-such:17'}\n  sweep:")
            .replace("deadlines: {", "deadlines: {databaseSeconds: 30, "));
    ScalabilityExperiment ended = cluster.awaitFinished(name, 3);

    assertThat(ended.getStatus().phase()).isEqualTo(Phase.FAILED);
    assertThat(finished(ended).getReason()).isEqualTo(Reason.DATABASE_NOT_READY.text());
    assertThat(finished(ended).getMessage()).containsPattern("ErrImagePull|ImagePullBackOff");
  }

  @Test
  void serversThatNeverFormTheirClusterEndAtTheirDeadline() {
    name = "lonely";
    cluster.apply(
        MANIFEST
            .formatted(name, "", "", 90)
            .replace("replicas: [1]", "replicas: [2]")
            .replace("cpu: 500m, startupCpu: 1500m", "cpu: 500m, startupCpu: '1'"));
    // The servers find one another by the addresses of this Service.
    var discovery =
        cluster
            .client()
            .services()
            .inNamespace(Cluster.NAMESPACE)
            .withName(Names.application("lonely-base-2"));
    discovery.waitUntilCondition(service -> service != null, 3, TimeUnit.MINUTES);
    discovery.delete();
    ScalabilityExperiment ended = cluster.awaitFinished(name, 6);

    assertThat(ended.getStatus().phase()).isEqualTo(Phase.FAILED);
    assertThat(finished(ended).getReason()).isEqualTo(Reason.CLUSTER_NOT_FORMED.text());
    assertThat(finished(ended).getMessage()).contains("1 of 2");
  }

  @Test
  void aClusterWithoutCloudNativePgIsRejectedAtOnceAndNothingIsCreated() throws Exception {
    var databases =
        cluster
            .client()
            .apiextensions()
            .v1()
            .customResourceDefinitions()
            .withName("clusters.postgresql.cnpg.io");
    databases.delete();
    databases.waitUntilCondition(gone -> gone == null, 1, TimeUnit.MINUTES);
    try {
      assertRejected(
          run("no-cloudnative-pg", "", "", 60), Reason.CLOUDNATIVEPG_MISSING, "CloudNativePG");
    } finally {
      Process install =
          new ProcessBuilder("../config/cluster/cluster", "cloudnative-pg").inheritIO().start();
      assertThat(install.waitFor(3, TimeUnit.MINUTES)).isTrue();
      assertThat(install.exitValue()).isZero();
    }
  }

  @Test
  void anExperimentDeletedMidRunLeavesNothingBehind() {
    name = "deleted";
    cluster.apply(MANIFEST.formatted(name, "", "", 300));
    awaitLoad("deleted-base-1-r1-load");

    cluster.delete(name);

    assertThat(cluster.children(name)).isEmpty();
  }

  /** Two servers, each of which has a copy of the other's sessions. */
  @Test
  void aLoadPodDeletedMidRunMakesTheRunInvalidAndItIsRepeated() {
    name = "unlucky";
    cluster.apply(
        MANIFEST
            .formatted(name, "", "", 300)
            .replace("replicas: [1]", "replicas: [2]")
            .replace("backoffLimit: 0", "backoffLimit: 1"));
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
    assertThat(events()).contains(Reason.RUN_INVALID.text(), Reason.RUN_VALID.text());
  }

  @Test
  void aDatabaseThatDiesUnderLoadIsCountedErrorsAndAnInvalidRun() throws Exception {
    name = "crash";
    cluster.apply(MANIFEST.formatted(name, "", "", 300));
    Instant begin = Instant.parse(cluster.awaitLoaded("crash-base-1").startedAt());
    // Soon after the begin of the measured window, which is the last 15 of 30 seconds.
    Thread.sleep(Math.max(0, Duration.between(Instant.now(), begin.plusSeconds(18)).toMillis()));
    cluster.shell(
        "crash-base-db-1",
        "postgres",
        "kill -9 $(head -n 1 /var/lib/postgresql/data/pgdata/postmaster.pid)");
    ScalabilityExperiment ended = cluster.awaitFinished(name, 4);

    assertThat(ended.getStatus().phase()).isEqualTo(Phase.FAILED);
    RunResult run = cluster.trial("crash-base-1").get().getStatus().runs().get(0);
    assertThat(run.phase()).isEqualTo(RunPhase.INVALID);
    assertThat(run.reason()).as(run.message()).isEqualTo(Reason.SERVER_RESTARTED);
    assertThat(run.message()).contains("by the end of step 1");
    StepResult step = run.steps().get(0);
    assertThat(step.completed()).as("before and after").isPositive();
    assertThat(step.errors())
        .extracting(FailureCount::reason)
        .anyMatch(reason -> reason.startsWith("HTTP 503"));
    assertThat(step.failed()).isLessThan(step.sent());
    assertThat(run.totals()).as("the load ended by itself").isNotNull();
  }

  @Test
  void aLabelThatNoNodeHasIsRejectedAtOnceAndNothingIsCreated() {
    ScalabilityExperiment ended =
        run("nowhere", ", nodeSelector: {scalelab.dev/role: moon}", "", 60);

    assertRejected(ended, Reason.NO_MATCHING_NODE, "scalelab.dev/role");
  }

  @Test
  void aQuotaTooSmallIsRejectedAtOnceAndNothingIsCreated() {
    cluster
        .client()
        .resource(
            new ResourceQuotaBuilder()
                .withNewMetadata()
                .withName("tight")
                .withNamespace(Cluster.NAMESPACE)
                .endMetadata()
                .withNewSpec()
                .withHard(Map.of("limits.cpu", new Quantity("1")))
                .endSpec()
                .build())
        .create();
    cluster
        .client()
        .resourceQuotas()
        .inNamespace(Cluster.NAMESPACE)
        .withName("tight")
        .waitUntilCondition(
            quota ->
                quota != null && quota.getStatus() != null && quota.getStatus().getHard() != null,
            30,
            TimeUnit.SECONDS);

    assertRejected(run("too-much", "", "", 60), Reason.QUOTA_TOO_SMALL, "limits.cpu");
  }

  @Test
  void aNameTooLongForItsChildrenIsRejectedAtOnceAndNothingIsCreated() {
    assertRejected(run("long-" + "g".repeat(50), "", "", 60), Reason.NAME_TOO_LONG, "at most");
  }

  private void awaitLoad(String job) {
    cluster
        .job(job)
        .waitUntilCondition(
            found ->
                found != null
                    && found.getStatus() != null
                    && Integer.valueOf(1).equals(found.getStatus().getReady()),
            5,
            TimeUnit.MINUTES);
  }

  private ScalabilityExperiment run(
      String experiment, String application, String load, int serversSeconds) {
    name = experiment;
    cluster.apply(MANIFEST.formatted(experiment, application, load, serversSeconds));
    return cluster.awaitFinished(experiment, 6);
  }

  private void assertRejected(ScalabilityExperiment ended, Reason reason, String words) {
    assertThat(ended.getStatus().phase()).isEqualTo(Phase.REJECTED);
    assertThat(finished(ended).getReason()).isEqualTo(reason.text());
    assertThat(finished(ended).getMessage()).contains(words);
    assertThat(cluster.children(name)).isEmpty();
    assertThat(events()).contains(reason.text());
  }

  private List<String> events() {
    return cluster
        .client()
        .v1()
        .events()
        .inNamespace(Cluster.NAMESPACE)
        .withField("involvedObject.name", name)
        .list()
        .getItems()
        .stream()
        .map(event -> event.getReason())
        .toList();
  }

  private static Condition finished(ScalabilityExperiment experiment) {
    return experiment.getStatus().conditions().stream()
        .filter(condition -> condition.getType().equals("Finished"))
        .findFirst()
        .orElseThrow();
  }
}
