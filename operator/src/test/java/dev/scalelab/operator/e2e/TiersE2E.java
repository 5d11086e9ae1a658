package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.PartitionUse;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.StepResult;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The sample with each tier on a server of its own, in one step: about three minutes. */
@Isolated("what else runs takes the cores that are measured")
class TiersE2E {
  private static final String NAME = "tiers";
  private static final String TRIAL = "tiers-split-2";

  private final Cluster cluster = new Cluster();

  @AfterEach
  void close() {
    cluster.release(NAME);
    cluster.close();
  }

  @Test
  void theWebTierAnswersAndTheBeansDoTheWork() throws Exception {
    String manifest = Cluster.sample("tiers.yaml");
    assertThat(manifest).contains("replicas: [2]", "users: [2, 8, 30]");
    cluster.apply(
        manifest
            .replace("replicas: [2]", "replicas: [2]\n    variants: [split]")
            .replace("users: [2, 8, 30]", "users: [8]"));

    ScalabilityExperiment measured = cluster.awaitFinished(NAME, 20);

    assertThat(measured.getStatus().phase())
        .as(measured.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    assertThat(cluster.validRun(TRIAL).steps()).allSatisfy(TiersE2E::assertThatBeansWorked);
  }

  /** One call for each request, and most of the CPU where the beans are. */
  private static void assertThatBeansWorked(StepResult step) {
    assertThat(step.evidence().servers().clusterSize()).isEqualTo(2);
    assertThat(step.evidence().balancer().minServers()).isEqualTo(2);
    List<PartitionUse> tiers = step.evidence().partitions();
    assertThat(tiers).extracting(PartitionUse::name).containsExactly("web", "beans");
    PartitionUse web = tiers.get(0);
    PartitionUse beans = tiers.get(1);
    assertThat(web.servers()).isEqualTo(1);
    assertThat(beans.servers()).isEqualTo(1);
    assertThat(web.requestsPerSecond()).isPositive();
    assertThat(beans.requestsPerSecond()).as("clients do not reach the beans").isZero();
    assertThat(beans.callsPerSecond())
        .isBetween(0.8 * web.requestsPerSecond(), 1.2 * web.requestsPerSecond());
    assertThat(beans.cpuCores()).isGreaterThan(web.cpuCores());
  }
}
