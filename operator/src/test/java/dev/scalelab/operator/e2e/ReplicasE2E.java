package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.api.DatabaseEvidence;
import dev.scalelab.operator.api.PodPlacement;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ReplicaEvidence;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.api.StepResult;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The sample with a replica that answers reads. Its primary is killed in the first run; whichever
 * instance is the primary then, the run that counts is of it.
 */
@Isolated("what else runs takes the cores that are measured")
class ReplicasE2E {
  private static final String NAME = "replicas";
  private static final String TRIAL = "replicas-replicas-1";
  private static final String DATABASE = "replicas-replicas-db";

  private final Cluster cluster = new Cluster();

  @AfterEach
  void close() {
    cluster.delete(NAME);
    cluster.close();
  }

  @Test
  void readsAreAnsweredByTheReplicaWhicheverInstanceThatIs() throws Exception {
    cluster.apply(manifest());

    cluster.awaitLoaded(TRIAL);
    assertThat(instances(cluster.trial(TRIAL).get().getStatus()))
        .extracting(PodPlacement::pod, PodPlacement::role)
        .containsExactlyInAnyOrder(
            tuple(DATABASE + "-1", "primary"), tuple(DATABASE + "-2", "replica"));
    killFirstInstance();

    ScalabilityTrialStatus status = ended();
    List<RunResult> runs = status.runs();
    assertThat(runs.get(0).reason())
        .as("the run in which the primary was killed does not count")
        .isIn(Reason.SERVER_RESTARTED, Reason.DATABASE_LOST);
    RunResult last = runs.get(runs.size() - 1);
    assertThat(last.phase()).as("%s", last.message()).isEqualTo(RunPhase.VALID);
    assertThat(last.steps()).allSatisfy(step -> assertMeasured(step, primary(status)));
  }

  private static String manifest() throws IOException {
    String sample = Cluster.sample("replicas.yaml");
    assertThat(sample)
        .contains("variants: [primary, replicas]", "replicas: [1, 2]", "rates: [10, 30, 60]");
    return sample
        .replace("variants: [primary, replicas]", "variants: [replicas]")
        .replace("replicas: [1, 2]", "replicas: [1]")
        .replace("rates: [10, 30, 60]", "rates: [10, 20]");
  }

  private ScalabilityTrialStatus ended() {
    return cluster
        .trial(TRIAL)
        .waitUntilCondition(
            found -> found.getStatus() != null && found.getStatus().phase().terminal(),
            15,
            TimeUnit.MINUTES)
        .getStatus();
  }

  private static void assertMeasured(StepResult step, String primary) {
    DatabaseEvidence database = step.evidence().databases().get(0);
    assertThat(database.primaries()).containsExactly(primary);
    assertThat(database.cpuCores()).as("%s", database).isPositive();
    assertThat(database.commitsPerSecond()).as("%s", database).isPositive();
    assertThat(database.replicas()).hasSize(1);
    ReplicaEvidence replica = database.replicas().get(0);
    assertThat(replica.pod()).isNotEqualTo(primary);
    assertThat(replica.cpuCores()).as("%s", replica).isPositive();
    assertThat(replica.commitsPerSecond())
        .as("seven of ten transactions, and the items of carts: %s", replica)
        .isGreaterThan(0.7 * step.throughputPerSecond());
    assertThat(replica.lagSeconds()).as("%s", replica).isBetween(0.0, 10.0);
    assertThat(replica.lagBytes()).as("%s", replica).isNotNegative();
  }

  private static List<PodPlacement> instances(ScalabilityTrialStatus status) {
    return status.placement().stream().filter(pod -> pod.tier().equals("database")).toList();
  }

  private static String primary(ScalabilityTrialStatus status) {
    return instances(status).stream()
        .filter(pod -> pod.role().equals("primary"))
        .map(PodPlacement::pod)
        .findFirst()
        .orElseThrow();
  }

  private void killFirstInstance() {
    cluster
        .client()
        .pods()
        .inNamespace(Cluster.NAMESPACE)
        .withName(DATABASE + "-1")
        .withGracePeriod(0)
        .delete();
  }
}
