package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.WorkloadSpec;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.LimitRangeBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a cluster offers, read from a real API server. */
class ClusterFactsOnApiServerTest {
  private static final WorkloadSpec WORKLOAD = Experiments.cells("any").getSpec().workload();

  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();

  @AfterEach
  void removeNodes() {
    api.client().nodes().list().getItems().forEach(node -> api.client().resource(node).delete());
  }

  @Test
  void knowsWhatIsServed() {
    ClusterFacts facts = new ClusterFactsReader(api.client()).read(api.namespace(), WORKLOAD);
    assertThat(facts.cloudNativePg()).isTrue();
    assertThat(facts.resizable()).isTrue();
  }

  @Test
  void theConfigMapOfTheWorkloadIsReadWhereItIs() {
    ClusterFactsReader reader = new ClusterFactsReader(api.client());
    assertThat(reader.read(api.namespace(), WORKLOAD).configMap()).isNull();
    api.client()
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withName("mine")
                .withNamespace(api.namespace())
                .withLabels(Map.of("scalelab.dev/cells-table", "true"))
                .endMetadata()
                .withData(Map.of("own.csv", "config,bean"))
                .build())
        .create();

    assertThat(reader.read(api.namespace(), WORKLOAD).configMap())
        .isEqualTo(
            new ClusterFacts.UserConfigMap(
                Map.of("scalelab.dev/cells-table", "true"), Map.of("own.csv", "config,bean")));
    WorkloadSpec withoutFile = Experiments.small("any").getSpec().workload();
    assertThat(reader.read(api.namespace(), withoutFile).configMap()).isNull();
  }

  @Test
  void theQueriesOfCloudNativePgsExporterAreSeen() {
    ClusterFactsReader reader = new ClusterFactsReader(api.client());
    assertThat(reader.read(api.namespace(), WORKLOAD).monitoring()).isFalse();
    api.client()
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withName("cnpg-default-monitoring")
                .withNamespace(api.namespace())
                .endMetadata()
                .build())
        .create();

    assertThat(reader.read(api.namespace(), WORKLOAD).monitoring()).isTrue();
  }

  @Test
  void limitRangesTellWhatAPodMayAskFor() {
    Map<String, Quantity> most = Map.of("cpu", new Quantity("2"));
    Map<String, Quantity> least = Map.of("cpu", new Quantity("100m"));
    Map<String, Quantity> ratio = Map.of("cpu", new Quantity("4"));
    api.client()
        .resource(
            new LimitRangeBuilder()
                .withNewMetadata()
                .withName("small-pods")
                .withNamespace(api.namespace())
                .endMetadata()
                .withNewSpec()
                .addNewLimit()
                .withType("Pod")
                .withMax(most)
                .withMin(least)
                .withMaxLimitRequestRatio(ratio)
                .endLimit()
                .endSpec()
                .build())
        .create();

    assertThat(new ClusterFactsReader(api.client()).read(api.namespace(), WORKLOAD).limits())
        .containsExactly(new ClusterFacts.Limit("small-pods", "Pod", most, least, ratio));
  }

  @Test
  void aNodeIsOfUseWhenItIsReadyAndTakesPods() {
    node("ready", "True", List.of(), false);
    node("not-ready", "False", List.of(), false);
    node("cordoned", "True", List.of(), true);
    node("tainted", "True", List.of(new Taint("NoSchedule", "dedicated", null, "db")), false);
    node(
        "preferred-not",
        "True",
        List.of(new Taint("PreferNoSchedule", "slow", null, "yes")),
        false);
    assertThat(new ClusterFactsReader(api.client()).read(api.namespace(), WORKLOAD).nodes())
        .filteredOn(ClusterFacts.Node::usable)
        .extracting(ClusterFacts.Node::name)
        .containsExactlyInAnyOrder("ready", "preferred-not");
  }

  @Test
  void quotasTellWhatIsLeft() {
    ResourceQuota quota =
        api.client()
            .resource(
                new ResourceQuotaBuilder()
                    .withNewMetadata()
                    .withName("team")
                    .withNamespace(api.namespace())
                    .endMetadata()
                    .withNewSpec()
                    .withHard(Map.of("limits.cpu", new Quantity("4"), "pods", new Quantity("10")))
                    .endSpec()
                    .build())
            .create();
    quota =
        new ResourceQuotaBuilder(quota)
            .withNewStatus()
            .withHard(quota.getSpec().getHard())
            .withUsed(Map.of("limits.cpu", new Quantity("1500m")))
            .endStatus()
            .build();
    api.client().resource(quota).updateStatus();
    assertThat(new ClusterFactsReader(api.client()).read(api.namespace(), WORKLOAD).quotas())
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.available().get("limits.cpu")).isEqualTo(new Quantity("2500m"));
              assertThat(found.available().get("pods")).isEqualTo(new Quantity("10"));
            });
  }

  @Test
  void quotasOfScopesCountWhenEveryPodOfATestbedIsInThem() {
    String namespace = api.namespace() + "-scopes";
    api.client()
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
        .create();
    quota(namespace, "limited", "NotBestEffort");
    quota(namespace, "limited-and-lasting", "NotBestEffort", "NotTerminating");
    quota(namespace, "jobs-with-deadline", "Terminating");
    quota(namespace, "unlimited", "BestEffort");
    assertThat(new ClusterFactsReader(api.client()).read(namespace, WORKLOAD).quotas())
        .extracting(ClusterFacts.Quota::name)
        .containsExactlyInAnyOrder("limited", "limited-and-lasting");
  }

  private static void quota(String namespace, String name, String... scopes) {
    api.client()
        .resource(
            new ResourceQuotaBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace(namespace)
                .endMetadata()
                .withNewSpec()
                .withHard(Map.of("pods", new Quantity("10")))
                .withScopes(scopes)
                .endSpec()
                .build())
        .create();
  }

  private static void node(String name, String ready, List<Taint> taints, boolean cordoned) {
    Node node =
        new NodeBuilder()
            .withNewMetadata()
            .withName(name)
            .endMetadata()
            .withNewSpec()
            .withTaints(taints)
            .withUnschedulable(cordoned)
            .endSpec()
            .build();
    Node created = api.client().resource(node).create();
    // The API server taints every new node as not ready; its controller takes that away.
    created.getSpec().setTaints(taints);
    created = api.client().resource(created).update();
    api.client()
        .resource(
            new NodeBuilder(created)
                .editOrNewStatus()
                .addNewCondition()
                .withType("Ready")
                .withStatus(ready)
                .endCondition()
                .endStatus()
                .build())
        .updateStatus();
  }
}
