package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.support.ApiServer;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Nodes are held for a time and returned, whatever became of the operator that holds them. */
class HeldNodesOnApiServerTest {
  @RegisterExtension static final ApiServer api = new ApiServer().ofItsOwn();

  private final HeldNodes held = new HeldNodes(api.client(), Clock.systemUTC());
  private final NodeReleases releases =
      new NodeReleases(api.client(), Clock.systemUTC(), Timing.ofMachine());

  @AfterEach
  void stop() {
    releases.stop(null);
  }

  @Test
  void aNodeIsReturnedAtItsTimeByAnyOperator() throws InterruptedException {
    create("short");
    create("long");
    held.hold("short", "lab/one", 3);
    held.hold("long", "lab/two", 600);
    assertThat(isCordoned("short")).isTrue();
    Instant until = HeldNodes.until(node("short"));

    releases.start(null);
    await("short");

    assertThat(Instant.now()).as("not before").isAfterOrEqualTo(until);
    assertThat(HeldNodes.until(node("short"))).isNull();
    assertThat(isCordoned("long")).isTrue();
  }

  @Test
  void oneThatWasHeldByAnOperatorBeforeIsReturnedAtOnce() throws InterruptedException {
    create("overdue");
    held.hold("overdue", "lab/deleted", -60);

    releases.start(null);

    await("overdue");
  }

  @Test
  void itIsHeldOnceAndForOneExperiment() {
    create("wanted");
    held.hold("wanted", "lab/one", 100);
    Instant until = HeldNodes.until(node("wanted"));

    held.hold("wanted", "lab/one", 500);

    assertThat(HeldNodes.until(node("wanted"))).as("as at first").isEqualTo(until);
    assertThatThrownBy(() -> held.hold("wanted", "lab/two", 100))
        .hasMessage("node wanted is held by a disturbance of lab/one");
    held.releaseAll("lab/two");
    assertThat(isCordoned("wanted")).isTrue();
    held.releaseAll("lab/one");
    assertThat(isCordoned("wanted")).isFalse();
  }

  @Test
  void whatSomebodyElseHasCordonedStaysSo() {
    create("theirs");
    api.client().nodes().withName("theirs").edit(HeldNodesOnApiServerTest::cordoned);

    assertThatThrownBy(() -> held.hold("theirs", "lab/one", 100))
        .hasMessage("node theirs was cordoned already");
    held.release("theirs", "lab/one");

    assertThat(isCordoned("theirs")).isTrue();
  }

  private static void await(String name) throws InterruptedException {
    Instant deadline = Instant.now().plus(Duration.ofMinutes(2));
    while (isCordoned(name)) {
      assertThat(Instant.now()).as("node %s is still cordoned", name).isBefore(deadline);
      Thread.sleep(100);
    }
  }

  private static void create(String name) {
    api.client()
        .resource(new NodeBuilder().withNewMetadata().withName(name).endMetadata().build())
        .create();
  }

  private static Node node(String name) {
    return api.client().nodes().withName(name).get();
  }

  private static boolean isCordoned(String name) {
    return Boolean.TRUE.equals(node(name).getSpec().getUnschedulable());
  }

  private static Node cordoned(Node node) {
    node.getSpec().setUnschedulable(true);
    return node;
  }
}
