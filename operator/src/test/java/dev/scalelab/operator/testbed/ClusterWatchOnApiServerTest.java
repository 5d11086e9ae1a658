package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.support.ApiServer;
import dev.scalelab.operator.support.OperatorCrd;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The nodes of a cluster, followed by a watch. */
class ClusterWatchOnApiServerTest {
  /** More than two pages. */
  private static final int MANY = 105;

  @RegisterExtension static final ApiServer api = new ApiServer().ofItsOwn();

  private final ClusterWatch cluster = new ClusterWatch(api.client(), Timing.ofMachine());

  @AfterEach
  void stop() {
    cluster.stop(null);
  }

  @Test
  void everyNodeIsKnownAndOnlyChangesThatMatterAreCounted() {
    IntStream.rangeClosed(1, MANY).forEach(i -> create("node-" + i));
    assertThat(cluster.nodes()).as("listed").hasSize(MANY);

    cluster.start(null);
    await("all nodes", () -> cluster.watchesNodes() && cluster.nodes().size() == MANY);
    await("all counted", () -> cluster.changes() == MANY);

    heartbeat("node-1", "12:00:10");
    label("node-2", "pool", "big");
    await("the label", () -> cluster.changes() == MANY + 1);
    heartbeat("node-1", "12:00:20");
    api.client().nodes().withName("node-3").delete();

    await("the deletion", () -> cluster.changes() == MANY + 2);
    assertThat(cluster.nodes()).hasSize(MANY - 1);
    assertThat(cluster.nodes())
        .filteredOn(node -> "big".equals(node.labels().get("pool")))
        .extracting(ClusterFacts.Node::name)
        .containsExactly("node-2");
  }

  @Test
  void ofANodeOnlyWhatDecidesAboutPlacementIsKept() {
    Node node =
        new NodeBuilder()
            .withNewMetadata()
            .withName("full")
            .withLabels(Map.of("role", "app"))
            .withAnnotations(Map.of("long", "x".repeat(5000)))
            .endMetadata()
            .withNewStatus()
            .addToAllocatable("cpu", Quantity.parse("8"))
            .addToAllocatable("ephemeral-storage", Quantity.parse("1Gi"))
            .endStatus()
            .build();

    assertThat(NodeReader.reduced(node))
        .isEqualTo(
            new ClusterFacts.Node(
                "full",
                Map.of("role", "app"),
                false,
                List.of(),
                Map.of("cpu", Quantity.parse("8"))));
  }

  /** An answer is kept for ten seconds, in which an operator may be installed. */
  @Test
  void aKindThatIsServedMeanwhileIsNotMissedForGood() {
    ClusterWatch still = new ClusterWatch(api.client(), new Still());
    ClusterWatch asks = new ClusterWatch(api.client(), Timing.ofMachine());
    still.start(null);
    try {
      assertThat(still.serves(WildFlyServerManifest.RESOURCE)).isFalse();
      api.serve(OperatorCrd.WILD_FLY_SERVER);
      await("the kind", () -> asks.serves(WildFlyServerManifest.RESOURCE));

      assertThat(still.serves(WildFlyServerManifest.RESOURCE)).as("the kept answer").isFalse();
      assertThat(still.servesByNow(WildFlyServerManifest.RESOURCE)).isTrue();
      assertThat(still.serves(WildFlyServerManifest.RESOURCE)).as("from then on").isTrue();
    } finally {
      still.stop(null);
    }
  }

  /** As if no time passed. */
  private static final class Still implements Timing {
    @Override
    public long nanoTime() {
      return 0;
    }

    @Override
    public ScheduledExecutorService timer(String name) {
      return Timing.ofMachine().timer(name);
    }
  }

  private static void create(String name) {
    api.client()
        .resource(new NodeBuilder().withNewMetadata().withName(name).endMetadata().build())
        .create();
  }

  private static void label(String name, String key, String value) {
    api.client()
        .nodes()
        .withName(name)
        .edit(
            node ->
                new NodeBuilder(node).editMetadata().addToLabels(key, value).endMetadata().build());
  }

  /** As the kubelet reports that a node lives. */
  private static void heartbeat(String name, String time) {
    api.client()
        .nodes()
        .withName(name)
        .editStatus(
            node ->
                new NodeBuilder(node)
                    .editOrNewStatus()
                    .withConditions()
                    .addNewCondition()
                    .withType("MemoryPressure")
                    .withStatus("False")
                    .withLastHeartbeatTime("2026-01-01T%sZ".formatted(time))
                    .endCondition()
                    .endStatus()
                    .build());
  }

  private static void await(String what, Callable<Boolean> met) {
    Awaitility.await(what)
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(50))
        .until(met);
  }
}
