package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.Phase;
import dev.scalelab.operator.api.PodPlacement;
import dev.scalelab.operator.api.ReplicaEvidence;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import io.fabric8.kubernetes.api.model.Node;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Where pods run if there are two nodes for servers and two for databases, as with
 * NODES=app=2,database=2.
 */
@Isolated("what else runs takes the cores that are measured")
class SeveralNodesE2E {
  private static final String NAME = "nodes";
  private static final String ROLE = "scalelab.dev/role";

  /** Four servers; two databases of a primary and a replica each. */
  private static final String MANIFEST =
      """
      apiVersion: scalelab.dev/v1alpha1
      kind: ScalabilityExperiment
      metadata: {name: nodes}
      spec:
        workload: {type: OrderEntry, scale: 1}
        system:
          application:
            cpu: 200m
            startupCpu: 1500m
            memory: 768Mi
            heap: 384Mi
            connectionPoolSize: 5
            jvmOptions: ['-XX:TieredStopAtLevel=1', '-XX:CompileThresholdScaling=0.1']
          databases:
            - {name: orders, domains: [Customer, Corporate], instances: 2, cpu: 250m, memory: 256Mi}
            - {name: plant, domains: [Manufacturing, Supplier], instances: 2, cpu: 250m, memory: 256Mi}
        sweep: {replicas: [4]}
        load:
          open: {rates: [5]}
          step: {seconds: 18, settleSeconds: 3, rampSeconds: 2}
          warmUp: {maxSeconds: 60, transactionsPerServer: 50, untilSteady: false}
          repetitions: 1
        maxInvalidRuns: 3
        timeouts: {databaseSeconds: 300, serversSeconds: 240, jobSeconds: 120}
      """;

  private final Cluster cluster = new Cluster();

  @BeforeEach
  void needsSeveralNodes() {
    Assumptions.assumeTrue(
        nodes("app").size() == 2 && nodes("database").size() == 2,
        "start the cluster with NODES=app=2,database=2");
  }

  @AfterEach
  void close() {
    cluster.delete(NAME);
    cluster.close();
  }

  @Test
  void podsOfATierSpreadOverItsNodes() {
    cluster.apply(MANIFEST);

    ScalabilityExperiment measured = cluster.awaitFinished(NAME, 12);
    assertThat(measured.getStatus().phase())
        .as(measured.getStatus().message())
        .isEqualTo(Phase.SUCCEEDED);

    List<PodPlacement> servers = placed("application");
    for (String node : nodes("app")) {
      assertThat(servers).filteredOn(pod -> pod.node().equals(node)).as(node).hasSize(2);
    }
    List<PodPlacement> databases = placed("database");
    assertThat(databases).hasSize(4);
    for (String database : List.of("orders", "plant")) {
      assertThat(databases)
          .filteredOn(pod -> pod.pod().contains("-db-" + database + "-"))
          .extracting(PodPlacement::node)
          .as("primary and replica of %s", database)
          .containsExactlyInAnyOrderElementsOf(nodes("database"));
    }
    assertThat(databases)
        .filteredOn(pod -> pod.pod().endsWith("-1"))
        .extracting(PodPlacement::node)
        .as("the primaries")
        .containsExactlyInAnyOrderElementsOf(nodes("database"));
    assertThatReplicasFollow(cluster.validRun(NAME + "-base-4"));
  }

  /** Over the network between the two nodes. */
  private static void assertThatReplicasFollow(RunResult run) {
    assertThat(run.steps())
        .flatExtracting(step -> step.evidence().databases())
        .flatExtracting(database -> database.replicas())
        .hasSize(2)
        .extracting(ReplicaEvidence::lagSeconds)
        .allSatisfy(lag -> assertThat(lag).isBetween(0.0, 10.0));
  }

  private List<PodPlacement> placed(String tier) {
    return cluster.trial(NAME + "-base-4").get().getStatus().placement().stream()
        .filter(pod -> pod.tier().equals(tier))
        .toList();
  }

  private Set<String> nodes(String role) {
    return cluster.client().nodes().withLabel(ROLE, role).list().getItems().stream()
        .map((Node node) -> node.getMetadata().getName())
        .collect(Collectors.toSet());
  }
}
