package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.api.PodPlacement;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Healthy;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A testbed's databases, with statuses as CloudNativePG writes them. */
class TestbedDatabasesOnApiServerTest extends DeployedTestbed {
  @Test
  void theDatabaseIsWhatCloudNativePgTakes() {
    ScalabilityExperiment e = Experiments.applied(api, "database");
    assertThat(testbed.databases(e, Experiments.two(e))).isEqualTo(Readiness.absent());
    testbed.deployDatabases(e, Experiments.two(e));
    testbed.deployDatabases(e, Experiments.two(e));
    assertThat((Integer) cluster("database-base-db").get("spec", "instances")).isEqualTo(1);
    assertThat(testbed.databases(e, Experiments.two(e)).detail())
        .contains("is its operator running?");
  }

  @Test
  void theDatabaseIsReadyWhenCloudNativePgSaysSo() {
    ScalabilityExperiment e = Experiments.applied(api, "healthy");
    testbed.deployDatabases(e, Experiments.two(e));
    setClusterStatus("healthy-base-db", Map.of("phase", "Setting up primary"));
    assertThat(testbed.databases(e, Experiments.two(e)).detail()).isEqualTo("Setting up primary");
    setHealthy("healthy-base-db", 1);
    assertThat(testbed.databases(e, Experiments.two(e)).state()).isEqualTo(Readiness.State.READY);
  }

  @Test
  void aDatabaseWithReplicasIsReadyWhenEveryInstanceIs() {
    ScalabilityExperiment e =
        Experiments.applied(
            api,
            "instances",
            Experiments.with(
                Experiments.small(api.namespace()),
                "system: {databases: [{name: main, instances: 3}]}"));
    testbed.deployDatabases(e, Experiments.two(e));
    setHealthy("instances-base-db", 2);
    assertThat(testbed.databases(e, Experiments.two(e)).detail())
        .isEqualTo("Cluster in healthy state; 2 of 3 instances ready");
    setHealthy("instances-base-db", 3);
    assertThat(testbed.databases(e, Experiments.two(e)).state()).isEqualTo(Readiness.State.READY);
  }

  @Test
  void severalDatabasesAreDeployedAtOnceAndReadyWhenAllAre() {
    ScalabilityExperiment e =
        Experiments.applied(api, "several", Experiments.twoDatabases(api.namespace()));
    Configuration configuration = Experiments.two(e);
    testbed.deployDatabases(e, configuration);
    assertThat(cluster("several-base-db-orders")).isNotNull();
    assertThat(cluster("several-base-db-plant")).isNotNull();

    setHealthy("several-base-db-orders", 1);
    setClusterStatus("several-base-db-plant", Map.of("phase", "Setting up primary"));
    Readiness one = testbed.databases(e, configuration);
    assertThat(one.state()).isEqualTo(Readiness.State.WAITING);
    assertThat(one.detail()).isEqualTo("plant: Setting up primary");

    setHealthy("several-base-db-plant", 1);
    assertThat(testbed.databases(e, configuration).state()).isEqualTo(Readiness.State.READY);

    api.client().resource(cluster("several-base-db-orders")).delete();
    assertThat(testbed.databases(e, configuration)).as("one is gone").isEqualTo(Readiness.absent());
  }

  /** After a failover the primary is another pod than the first. */
  @Test
  void placementReportsTheRoleOfEachInstanceOfADatabase() {
    ScalabilityExperiment e = Experiments.applied(api, "roles");
    createInstance("roles-base-db", 1, "replica");
    createInstance("roles-base-db", 2, "primary");

    assertThat(testbed.placement(e, Experiments.two(e)))
        .extracting(PodPlacement::pod, PodPlacement::role)
        .containsExactlyInAnyOrder(
            tuple("roles-base-db-1", "replica"), tuple("roles-base-db-2", "primary"));
  }

  /** The pod that CloudNativePG would create. */
  private static void createInstance(String cluster, int number, String role) {
    Pod pod =
        api.client()
            .resource(
                new PodBuilder()
                    .withNewMetadata()
                    .withName(cluster + "-" + number)
                    .withNamespace(api.namespace())
                    .addToLabels("cnpg.io/cluster", cluster)
                    .addToLabels("cnpg.io/podRole", "instance")
                    .addToLabels("cnpg.io/instanceRole", role)
                    // It adds those that its Cluster says are inherited.
                    .addToLabels("scalelab.dev/experiment", "roles")
                    .addToLabels("scalelab.dev/tier", "database")
                    .endMetadata()
                    .withNewSpec()
                    .withNodeName("node-db")
                    .addNewContainer()
                    .withName("postgres")
                    .withImage("postgresql:17")
                    .endContainer()
                    .endSpec()
                    .build())
            .create();
    pod.setStatus(new PodStatusBuilder().withPhase("Running").build());
    api.client().resource(pod).updateStatus();
  }

  private static void setClusterStatus(String name, Map<String, Object> status) {
    GenericKubernetesResource cluster = cluster(name);
    cluster.setAdditionalProperty("status", status);
    api.client().resource(cluster).updateStatus();
  }

  private void setHealthy(String cluster, int readyInstances) {
    setClusterStatus(cluster, Healthy.status(readyInstances));
  }
}
