package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.ServerGroup;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Variables;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The manifests of servers in two partitions, three and one. */
class PartitionedServersTest {
  private final ScalabilityExperiment experiment = Experiments.partitions("default");
  private final Configuration four = Experiments.two(experiment);
  private final ServerGroup front = four.serverGroups().get(0);
  private final ServerGroup plant = four.serverGroups().get(1);

  @Test
  void eachPartitionHasAStatefulSetThatSelectsItsOwnPodsOnly() {
    var servers = TwoServers.MANIFEST.servers(experiment, four, plant, true);

    assertThat(servers.getMetadata().getName()).isEqualTo("small-base-4-app-plant");
    assertThat(servers.getSpec().getReplicas()).isEqualTo(1);
    assertThat(servers.getSpec().getSelector().getMatchLabels())
        .containsEntry("scalelab.dev/trial", "small-base-4")
        .containsEntry("scalelab.dev/partition", "plant");
    assertThat(servers.getSpec().getTemplate().getMetadata().getLabels())
        .containsAllEntriesOf(servers.getSpec().getSelector().getMatchLabels());
  }

  @Test
  void membersOfAClusterAreFoundInTheirPartitionOnly() {
    assertThat(TwoServers.MANIFEST.service(experiment, four, front).getSpec().getSelector())
        .containsEntry("scalelab.dev/partition", "front");
    assertThat(environment(front))
        .containsEntry("CLUSTER_DNS", "small-base-4-app-front.default.svc.cluster.local")
        .containsEntry("PARTITION", "front");
  }

  @Test
  void serversKnowTheirDomainsTheirDatabaseAndWhereTheOthersAre() {
    assertThat(environment(front))
        .containsEntry("PARTITION_DOMAINS", "CUSTOMER,CORPORATE")
        .containsEntry("PARTITIONS_URL", "http://small-base-4-lb:8080")
        .containsEntry("DB_HOST", "small-base-db-orders-rw")
        .doesNotContainKeys("DB_MANUFACTURING_HOST", "DB_SUPPLIER_HOST", "SUPPLIER_URL");
    assertThat(environment(plant))
        .containsEntry("PARTITION_DOMAINS", "MANUFACTURING,SUPPLIER")
        .containsEntry("DB_HOST", "small-base-db-plant-rw")
        .containsEntry("SUPPLIER_URL", "http://small-base-4-supplier:8080")
        .doesNotContainKeys("DB_MANUFACTURING_HOST", "DB_SUPPLIER_HOST");
  }

  @Test
  void thePodsOfEachPartitionAreWatchedOnTheirOwn() {
    assertThat(Servers.pods(four, plant).selector())
        .containsEntry("scalelab.dev/partition", "plant");
    assertThat(Servers.pods(four, plant).text()).isEqualTo("the servers of partition plant");
    assertThat("small-base-4-app-front-0").doesNotMatch(Servers.pods(four, plant).names());
  }

  @Test
  void serversOfWildflyOperatorHaveTheLabelOfTheirPartition() {
    var manifest = new WildFlyServerManifest(Experiments.images(), TwoServers.MANIFEST);

    assertThat(manifest.servers(experiment, four, plant, true).getMetadata().getLabels())
        .containsEntry("scalelab.dev/partition", "plant");
  }

  private Map<String, String> environment(ServerGroup group) {
    return Variables.of(
        TwoServers.container(TwoServers.MANIFEST.servers(experiment, four, group, true)));
  }
}
