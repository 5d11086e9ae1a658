package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.Verdict;
import dev.scalelab.operator.plan.Names;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * What cannot work ends at once or at its deadline, with a reason, and leaves nothing behind. These
 * tests mostly wait, so several go at a time.
 */
class DeadlinesE2E extends FaultyExperiment {
  @Test
  @Execution(ExecutionMode.CONCURRENT)
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
  @Execution(ExecutionMode.CONCURRENT)
  void aLoadGeneratorKilledForMemoryMakesTheRunInvalid() {
    ScalabilityExperiment ended = run("hungry", "", ", memory: 48Mi", 300);

    assertThat(ended.getStatus().phase()).isEqualTo(Phase.FAILED);
    assertThat(finished(ended).getReason()).isEqualTo(Reason.BACKOFF_LIMIT_EXCEEDED.text());
    assertThat(finished(ended).getMessage()).contains(Reason.LOAD_OUT_OF_MEMORY.text());
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
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
  @Execution(ExecutionMode.CONCURRENT)
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
  @Execution(ExecutionMode.CONCURRENT)
  void anExperimentDeletedMidRunLeavesNothingBehind() {
    name = "deleted";
    cluster.apply(MANIFEST.formatted(name, "", "", 300));
    awaitLoad("deleted-base-1-r1-load");

    cluster.delete(name);

    assertThat(cluster.children(name)).isEmpty();
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void aLabelThatNoNodeHasIsRejectedAtOnceAndNothingIsCreated() {
    ScalabilityExperiment ended =
        run("nowhere", ", nodeSelector: {scalelab.dev/role: moon}", "", 60);

    assertRejected(ended, Reason.NO_MATCHING_NODE, "scalelab.dev/role");
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  void aNameTooLongForItsChildrenIsRejectedAtOnceAndNothingIsCreated() {
    assertRejected(run("long-" + "g".repeat(50), "", "", 60), Reason.NAME_TOO_LONG, "at most");
  }
}
