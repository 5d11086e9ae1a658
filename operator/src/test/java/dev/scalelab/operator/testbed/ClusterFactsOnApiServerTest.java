package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.workload.Workload;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Properties of a cluster, read from a real API server. */
class ClusterFactsOnApiServerTest {
  private static final Workload WORKLOAD = Workload.of(Experiments.cells("any").getSpec());

  @RegisterExtension static final ApiServer api = new ApiServer().withCloudNativePg();

  @AfterEach
  void removeNodes() {
    api.client().nodes().list().getItems().forEach(node -> api.client().resource(node).delete());
  }

  @Test
  void knowsWhatIsServed() {
    ClusterWatch cluster = new ClusterWatch(api.client(), Timing.ofMachine());
    assertThat(cluster.serves(DatabaseManifest.RESOURCE)).isTrue();
    assertThat(cluster.resizable()).isTrue();
  }

  @Test
  void theConfigMapOfTheWorkloadIsReadWhereItIs() {
    ClusterFactsReader reader =
        new ClusterFactsReader(
            api.client(), new ClusterWatch(api.client(), Timing.ofMachine()), List.of());
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
    Workload withoutFile = Workload.of(Experiments.small("any").getSpec());
    assertThat(reader.read(api.namespace(), withoutFile).configMap()).isNull();
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
    assertThat(new ClusterWatch(api.client(), Timing.ofMachine()).nodes())
        .filteredOn(node -> node.takes(null))
        .extracting(ClusterFacts.Node::name)
        .containsExactlyInAnyOrder("ready", "preferred-not");
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
    // The API server taints every new node as not ready; a controller would remove the taint.
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
