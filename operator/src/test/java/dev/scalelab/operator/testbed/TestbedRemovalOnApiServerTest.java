package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.platform.WatchedObjects;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.GivenTestbed;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What of a testbed is removed for another trial and at the end, and what is left. */
class TestbedRemovalOnApiServerTest extends DeployedTestbed {
  @Test
  void theTrialGoesAndTheDatabaseStaysThenTheDatabaseGoesAndResultsStay() {
    ScalabilityExperiment e = Experiments.applied(api, "leaving");
    Configuration configuration = Experiments.two(e);
    testbed.deployDatabases(e, Experiments.two(e));
    testbed.deployServers(e, configuration);
    HasMetadata results =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName("leaving-base-2-r1-histograms")
            .withNamespace(api.namespace())
            .withLabels(Map.of(Labels.EXPERIMENT, "leaving", Labels.TRIAL, configuration.name()))
            .endMetadata()
            .build();
    api.client().resource(results).create();

    testbed.removeUnusable(e, configuration, false);
    assertThat(testbed.unusable(e, configuration, false).none()).isTrue();
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
    List<Configuration> configurations = Planner.plan("layouts", e.getSpec()).configurations();
    Configuration base = configurations.get(1);
    Configuration big = configurations.get(3);
    testbed.deployDatabases(e, base);
    testbed.deployServers(e, base);

    assertThat(testbed.unusable(e, base, true).none()).isTrue();
    assertThat(testbed.unusable(e, configurations.get(0), true).objects())
        .as("service and servers of two, while one is measured")
        .isEqualTo(2);
    assertThat(testbed.unusable(e, big, true).objects())
        .as("and the database with its queries")
        .isEqualTo(4);

    testbed.removeUnusable(e, big, true);
    assertThat(cluster("layouts-base-db")).isNull();
    assertThat(testbed.left(e).none()).isTrue();
  }

  /**
   * Its watches begin with Kubernetes' own kinds, so it sees what CloudNativePG made before the
   * Cluster.
   */
  @Test
  void anOperatorThatWasRestartedDeletesTheDatabaseAndNotItsPods() {
    ScalabilityExperiment e = Experiments.applied(api, "restarted");
    testbed.deployDatabases(e, Experiments.two(e));
    GenericKubernetesResource cluster = cluster("restarted-base-db");
    Pod pod = api.client().resource(instance(cluster)).create();
    Service service = api.client().resource(readWrite(cluster)).create();
    WatchedObjects objects = new WatchedObjects(api.client(), Timing.ofMachine());
    objects.start(List.of(api.namespace()), (namespace, experiment) -> {});
    try {
      await(() -> objects.follows(api.namespace()));
      GivenTestbed restarted = new GivenTestbed(api.client(), objects);

      restarted.tearDown(e);

      assertThat(cluster("restarted-base-db")).isNull();
      assertThat(api.client().resource(pod).get()).as("CloudNativePG's to delete").isNotNull();
      assertThat(api.client().resource(service).get()).isNotNull();
      assertThat(restarted.left(e).objects()).isEqualTo(2);

      restarted.tearDown(e); // here nobody collects what has lost its owner
      await(() -> restarted.left(e).none());
    } finally {
      objects.stop();
    }
  }

  private static Pod instance(GenericKubernetesResource cluster) {
    return new PodBuilder()
        .withMetadata(ofCluster(cluster, "-1"))
        .withNewSpec()
        .addNewContainer()
        .withName("postgres")
        .withImage("postgres")
        .endContainer()
        .endSpec()
        .build();
  }

  private static Service readWrite(GenericKubernetesResource cluster) {
    return new ServiceBuilder()
        .withMetadata(ofCluster(cluster, "-rw"))
        .withNewSpec()
        .addNewPort()
        .withPort(5432)
        .endPort()
        .endSpec()
        .build();
  }

  /** As CloudNativePG creates it, with the labels that it lets its objects inherit. */
  private static ObjectMeta ofCluster(GenericKubernetesResource cluster, String suffix) {
    return new ObjectMetaBuilder()
        .withName(cluster.getMetadata().getName() + suffix)
        .withNamespace(api.namespace())
        .withLabels(cluster.getMetadata().getLabels())
        .addNewOwnerReference()
        .withApiVersion(cluster.getApiVersion())
        .withKind(cluster.getKind())
        .withName(cluster.getMetadata().getName())
        .withUid(cluster.getMetadata().getUid())
        .withController(true)
        .endOwnerReference()
        .build();
  }

  private static void await(Callable<Boolean> met) {
    Awaitility.await().atMost(Duration.ofMinutes(2)).pollInterval(Duration.ofMillis(50)).until(met);
  }

  @Test
  void serversAreNotGoneWhileAPodIsThere() {
    ScalabilityExperiment e = Experiments.applied(api, "slow");
    Configuration configuration = Experiments.two(e);
    testbed.deployServers(e, configuration);
    Pod pod = createServer(configuration, "slow-base-2-app-0");
    testbed.removeUnusable(e, configuration, false);
    assertThat(testbed.unusable(e, configuration, false))
        .isEqualTo(new Leftover(1, "Pod slow-base-2-app-0", null));
    testbed.removeUnusable(e, configuration, false);
    assertThat(testbed.unusable(e, configuration, false).deletionRequestedAt())
        .as("what made it is gone, and has left it")
        .isNotNull();
    api.client().resource(pod).withGracePeriod(0).delete();
    assertThat(testbed.unusable(e, configuration, false).none()).isTrue();
  }

  @Test
  void whatIsLeftOfTrialsIsAnEarlierExperimentsToo() {
    ScalabilityExperiment earlier = Experiments.applied(api, "again");
    Configuration configuration = Experiments.two(earlier);
    testbed.deployServers(earlier, configuration);
    api.client().resource(earlier).delete();
    ScalabilityExperiment e = Experiments.applied(api, "again");
    assertThat(testbed.unusable(e, configuration, false).none())
        .as("that is being deleted")
        .isFalse();

    StatefulSet orphan = statefulSet(configuration);
    orphan.getMetadata().setOwnerReferences(List.of());
    api.client().resource(orphan).update();
    assertThat(testbed.unusable(e, configuration, false).none()).as("that somebody keeps").isTrue();
  }
}
