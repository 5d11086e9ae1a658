package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.scalelab.operator.api.PodPlacement;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Parts;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The testbed against a real API server, with CloudNativePG's own CRD. */
class TestbedOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();

  private static Testbed testbed;

  @BeforeAll
  static void start() {
    testbed = Parts.testbed(api.client());
  }

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
    setClusterStatus(
        "healthy-base-db", Map.of("phase", "Cluster in healthy state", "readyInstances", 1));
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
    setClusterStatus(
        "instances-base-db", Map.of("phase", "Cluster in healthy state", "readyInstances", 2));
    assertThat(testbed.databases(e, Experiments.two(e)).detail())
        .isEqualTo("Cluster in healthy state; 2 of 3 instances ready");
    setClusterStatus(
        "instances-base-db", Map.of("phase", "Cluster in healthy state", "readyInstances", 3));
    assertThat(testbed.databases(e, Experiments.two(e)).state()).isEqualTo(Readiness.State.READY);
  }

  @Test
  void severalDatabasesAreDeployedAtOnceAndReadyWhenAllAre() {
    ScalabilityExperiment e =
        Experiments.applied(api, "several", Experiments.twoDatabases(api.namespace()));
    Configuration t = Experiments.two(e);
    testbed.deployDatabases(e, t);
    assertThat(cluster("several-base-db-orders")).isNotNull();
    assertThat(cluster("several-base-db-plant")).isNotNull();

    setClusterStatus(
        "several-base-db-orders", Map.of("phase", "Cluster in healthy state", "readyInstances", 1));
    setClusterStatus("several-base-db-plant", Map.of("phase", "Setting up primary"));
    Readiness one = testbed.databases(e, t);
    assertThat(one.state()).isEqualTo(Readiness.State.WAITING);
    assertThat(one.detail()).isEqualTo("plant: Setting up primary");

    setClusterStatus(
        "several-base-db-plant", Map.of("phase", "Cluster in healthy state", "readyInstances", 1));
    assertThat(testbed.databases(e, t).state()).isEqualTo(Readiness.State.READY);

    api.client().resource(cluster("several-base-db-orders")).delete();
    assertThat(testbed.databases(e, t)).as("one is gone").isEqualTo(Readiness.absent());
  }

  @Test
  void deployingTwiceChangesNothing() {
    ScalabilityExperiment e = Experiments.applied(api, "twice");
    Configuration t = Experiments.two(e);
    testbed.deployServers(e, t);
    String version = statefulSet(t).getMetadata().getResourceVersion();
    testbed.deployServers(e, t);
    assertThat(statefulSet(t).getMetadata().getResourceVersion()).isEqualTo(version);
    assertThat(testbed.servers(e, t).detail())
        .startsWith("0 of 2 servers ready; 0 of 2 pods exist");
  }

  @Test
  void whatIsLeftOfTrialsIsAnEarlierExperimentsToo() {
    ScalabilityExperiment earlier = Experiments.applied(api, "again");
    Configuration t = Experiments.two(earlier);
    testbed.deployServers(earlier, t);
    api.client().resource(earlier).delete();
    ScalabilityExperiment e = Experiments.applied(api, "again");
    assertThat(testbed.unusable(e, t, false).none()).as("that is being deleted").isFalse();

    StatefulSet orphan = statefulSet(t);
    orphan.getMetadata().setOwnerReferences(List.of());
    api.client().resource(orphan).update();
    assertThat(testbed.unusable(e, t, false).none()).as("that somebody keeps").isTrue();
  }

  @Test
  void somebodyElsesObjectIsLeftAlone() {
    ScalabilityExperiment e = Experiments.applied(api, "taken");
    api.client()
        .resource(
            new ServiceBuilder()
                .withNewMetadata()
                .withName("taken-base-2-app")
                .withNamespace(api.namespace())
                .endMetadata()
                .withNewSpec()
                .addNewPort()
                .withPort(80)
                .endPort()
                .endSpec()
                .build())
        .create();
    assertThatThrownBy(() -> testbed.deployServers(e, Experiments.two(e)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(
            "Service taken-base-2-app exists and was not made for this experiment");
  }

  @Test
  void podsPassTheRestrictedSecurityStandard() {
    ScalabilityExperiment e =
        Experiments.applied(api, "restricted", Experiments.ecperf(api.namespace()));
    Configuration t = Experiments.two(e);
    testbed.deployServers(e, t);
    testbed.deployBalancer(e, t);
    testbed.deploySuppliers(e, t);
    enforcePodSecurity("restricted");
    try {
      for (var template :
          List.of(
              statefulSet(t).getSpec().getTemplate(),
              deployment("restricted-base-2-lb").getSpec().getTemplate(),
              deployment("restricted-base-2-supplier").getSpec().getTemplate())) {
        Pod pod =
            new PodBuilder()
                .withNewMetadataLike(template.getMetadata())
                .withName("dry")
                .withNamespace(api.namespace())
                .endMetadata()
                .withSpec(template.getSpec())
                .build();
        assertThat(api.client().resource(pod).dryRun().create()).isNotNull();
      }
    } finally {
      enforcePodSecurity("privileged"); // pods of other tests are incomplete
    }
  }

  private static void enforcePodSecurity(String level) {
    api.client()
        .namespaces()
        .withName(api.namespace())
        .edit(
            namespace -> {
              namespace.getMetadata().getLabels().put("pod-security.kubernetes.io/enforce", level);
              return namespace;
            });
  }

  @Test
  void serversAreBroughtToTheirShareOnce() {
    ScalabilityExperiment e = Experiments.applied(api, "share");
    Configuration t = Experiments.two(e);
    testbed.deployServers(e, t);
    ApplicationManifest.pods(t).forEach(name -> createServer(t, name));
    assertThat(testbed.cpuLimit(e, t).detail())
        .isEqualTo("share-base-2-app-0 still has a limit of 1500m instead of 300m");

    testbed.setCpuLimit(e, t);
    assertThat(server("share-base-2-app-0").getSpec().getContainers().get(0).getResources())
        .satisfies(resources -> assertThat(resources.getLimits().get("cpu")).hasToString("300m"));
    Readiness asked = testbed.cpuLimit(e, t);
    assertThat(asked.reason()).isEqualTo(Reason.RESIZE_FAILED);
    assertThat(asked.detail())
        .isEqualTo("share-base-2-app-0 runs at a limit of null instead of 300m");

    String version = server("share-base-2-app-1").getMetadata().getResourceVersion();
    testbed.setCpuLimit(e, t);
    assertThat(server("share-base-2-app-1").getMetadata().getResourceVersion()).isEqualTo(version);
  }

  @Test
  void theTrialGoesAndTheDatabaseStaysThenTheDatabaseGoesAndResultsStay() {
    ScalabilityExperiment e = Experiments.applied(api, "leaving");
    Configuration t = Experiments.two(e);
    testbed.deployDatabases(e, Experiments.two(e));
    testbed.deployServers(e, t);
    HasMetadata results =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName("leaving-base-2-r1-histograms")
            .withNamespace(api.namespace())
            .withLabels(Map.of(Labels.EXPERIMENT, "leaving", Labels.TRIAL, t.name()))
            .endMetadata()
            .build();
    api.client().resource(results).create();

    testbed.removeUnusable(e, t, false);
    assertThat(testbed.unusable(e, t, false).none()).isTrue();
    assertThat(testbed.left(e).none()).isFalse();
    assertThat(cluster("leaving-base-db")).isNotNull();

    testbed.tearDown(e);
    assertThat(testbed.left(e).none()).isTrue();
    assertThat(cluster("leaving-base-db")).isNull();
    assertThat(api.client().resource(results).get()).isNotNull();
  }

  @Test
  void databasesOfAnotherLayoutAndServersOfAnotherTrialAreOfNoUse() {
    ScalabilityExperiment e =
        Experiments.applied(
            api,
            "layouts",
            Experiments.with(
                Experiments.small(api.namespace()),
                """
                variants: [{name: big, system: {databases: [{name: main, memory: 1Gi}]}}]
                sweep: {replicas: [1, 2]}
                """));
    List<Configuration> plan = Planner.plan("layouts", e.getSpec()).configurations();
    Configuration base = plan.get(1);
    Configuration big = plan.get(3);
    testbed.deployDatabases(e, base);
    testbed.deployServers(e, base);

    assertThat(testbed.unusable(e, base, true).none()).isTrue();
    assertThat(testbed.unusable(e, plan.get(0), true).objects())
        .as("service and servers of two, while one is measured")
        .isEqualTo(2);
    assertThat(testbed.unusable(e, big, true).objects()).as("and the database").isEqualTo(3);

    testbed.removeUnusable(e, big, true);
    assertThat(cluster("layouts-base-db")).isNull();
    assertThat(testbed.left(e).none()).isTrue();
  }

  @Test
  void serversAreNotGoneWhileAPodIsThere() {
    ScalabilityExperiment e = Experiments.applied(api, "slow");
    Configuration t = Experiments.two(e);
    testbed.deployServers(e, t);
    Pod pod = createServer(t, "slow-base-2-app-0");
    testbed.removeUnusable(e, t, false);
    assertThat(testbed.unusable(e, t, false))
        .isEqualTo(new Leftover(1, "Pod slow-base-2-app-0", null));
    testbed.removeUnusable(e, t, false);
    assertThat(testbed.unusable(e, t, false).goingSince())
        .as("what made it is gone, and has left it")
        .isNotNull();
    api.client().resource(pod).withGracePeriod(0).delete();
    assertThat(testbed.unusable(e, t, false).none()).isTrue();
  }

  @Test
  void placementReportsWhereEachPodRuns() {
    ScalabilityExperiment e = Experiments.applied(api, "placed");
    Configuration t = Experiments.two(e);
    testbed.deployServers(e, t);
    createServer(t, "placed-base-2-app-0");
    assertThat(testbed.placement(e, t))
        .containsExactly(
            new PodPlacement(
                "application",
                null,
                "placed-base-2-app-0",
                "node-app",
                "ghcr.io/scalelab/benchmark-app:0.1.0",
                "ghcr.io/scalelab/benchmark-app:0.1.0"));
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
                    .addToLabels("cnpg.io/instanceRole", role)
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

  /** The pod that the StatefulSet's controller creates, which does not run in this cluster. */
  private static Pod createServer(Configuration t, String name) {
    var template = statefulSet(t).getSpec().getTemplate();
    return api.client()
        .resource(
            new PodBuilder()
                .withNewMetadataLike(template.getMetadata())
                .withName(name)
                .withNamespace(api.namespace())
                .endMetadata()
                .withNewSpecLike(template.getSpec())
                .withNodeName("node-app")
                .endSpec()
                .build())
        .create();
  }

  private static Pod server(String name) {
    return api.client().pods().inNamespace(api.namespace()).withName(name).get();
  }

  private static StatefulSet statefulSet(Configuration t) {
    return api.client()
        .apps()
        .statefulSets()
        .inNamespace(api.namespace())
        .withName(t.name() + "-app")
        .get();
  }

  private static Deployment deployment(String name) {
    return api.client().apps().deployments().inNamespace(api.namespace()).withName(name).get();
  }

  private static GenericKubernetesResource cluster(String name) {
    return api.client()
        .genericKubernetesResources("postgresql.cnpg.io/v1", "Cluster")
        .inNamespace(api.namespace())
        .withName(name)
        .get();
  }

  private static void setClusterStatus(String name, Map<String, Object> status) {
    GenericKubernetesResource cluster = cluster(name);
    cluster.setAdditionalProperty("status", status);
    api.client().resource(cluster).updateStatus();
  }
}
