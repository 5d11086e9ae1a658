package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.FailureCount;
import dev.scalelab.operator.api.PartitionUse;
import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.PodRate;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.StepResult;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The sample in two partitions of one server each, with one step: about three minutes. */
@Isolated("what else runs takes the cores that are measured")
class PartitionsE2E {
  private static final String NAME = "partitions";
  private static final String TRIAL = "partitions-two-2";
  private static final String FRONT = TRIAL + "-app-front-0";
  private static final String PLANT = TRIAL + "-app-plant-0";

  private final Cluster cluster = new Cluster();

  @AfterEach
  void close() {
    cluster.release(NAME);
    cluster.close();
  }

  @Test
  void eachPartitionDoesTheWorkOfItsDomainsAndNoLargeOrderIsLostBetweenThem() throws Exception {
    String manifest = Cluster.sample("partitions.yaml");
    assertThat(manifest).contains("variants: [one, two]", "replicas: [2, 4]", "[16, 80, 240]");
    cluster.apply(
        manifest
                .replace("variants: [one, two]", "variants: [two]")
                .replace("replicas: [2, 4]", "replicas: [2]")
                .replace("[16, 80, 240]", "[80]")
                .replace("count: 2", "count: 1")
            + "  testbedPolicy: Retain\n  timeouts: {serversSeconds: 240}\n");

    ScalabilityExperiment measured = cluster.awaitFinished(NAME, 20);

    assertThat(measured.getStatus().phase())
        .as(measured.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);
    assertThat(servers()).containsExactlyInAnyOrder(FRONT, PLANT);
    RunResult run = cluster.validRun(TRIAL);
    assertThat(run.steps()).allSatisfy(PartitionsE2E::assertThatBothServed);
    assertThat(run.audit().faults()).isEmpty();
    Psql plant = new Psql(cluster, "partitions-two-db-plant-1");
    assertThat(plant.number("ecperf", "SELECT count(*) FROM large_orders"))
        .as("passed from the other partition")
        .isPositive();
    assertThat(plant.number("ecperf", "SELECT count(*) FROM purchase_orders"))
        .as("whose suppliers the other partition knows")
        .isPositive();
    assertThat(
            new Psql(cluster, "partitions-two-db-orders-1")
                .number("ecperf", "SELECT count(*) FROM unpassed_orders"))
        .isZero();
  }

  private static void assertThatBothServed(StepResult step) {
    assertThat(step.evidence().servers().clusterSize()).isEqualTo(2);
    assertThat(step.evidence().balancer().minServers()).isEqualTo(2);
    assertThat(step.evidence().balancer().pods())
        .extracting(PodRate::pod)
        .containsExactlyInAnyOrder(FRONT, PLANT);
    assertThat(step.evidence().databases())
        .allSatisfy(database -> assertThat(database.pool().size()).isEqualTo(10));
    assertThat(step.evidence().partitions())
        .extracting(PartitionUse::name)
        .containsExactly("front", "plant");
    assertThat(step.evidence().partitions())
        .allSatisfy(
            partition -> {
              assertThat(partition.servers()).isEqualTo(1);
              assertThat(partition.requestsPerSecond()).isPositive();
            });
    assertThat(step.errors())
        .extracting(FailureCount::reason)
        .as("misdirected")
        .noneMatch(reason -> reason.contains("421"));
  }

  private List<String> servers() {
    return cluster
        .client()
        .pods()
        .inNamespace(Cluster.NAMESPACE)
        .withLabel("scalelab.dev/trial", TRIAL)
        .withLabel("scalelab.dev/tier", "application")
        .list()
        .getItems()
        .stream()
        .map(Pod::getMetadata)
        .map(metadata -> metadata.getName())
        .toList();
  }
}
