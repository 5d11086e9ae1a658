package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.DisturbedPod;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.RunPhase;
import dev.scalelab.operator.api.RunResult;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The node of a server is drained under load, or lost, and takes pods again, and another server is
 * cut off, if the cluster can. What users lost is as counted from the balancer's log. The chart
 * must give the rights (disturbances.nodes and .network).
 */
@Isolated("what else runs takes the cores that are measured")
class NodesE2E {
  private static final String DRAINED =
      Disturbed.countedCart(
          "drained",
          100,
          "name: drain, action: DrainNode, tier: Application, server: 1, atSecond: 15, durationSeconds: 8");

  private static final String LOST =
      Disturbed.countedCart(
          "lost",
          100,
          "name: loss, action: LoseNode, tier: Application, server: 1, atSecond: 15, durationSeconds: 8");

  private static final String CUT =
      Disturbed.countedCart(
              "cut-off",
              50,
              "name: cut, action: CutNetwork, tier: Application, server: 1, atSecond: 15, durationSeconds: 15")
          + "  maxInvalidRuns: 0\n";

  /** The nightly run starts its cluster so; another one may enforce them, or not. */
  private static final boolean ENFORCES_POLICIES = "yes".equals(System.getenv("NETWORK_POLICIES"));

  private final Cluster cluster = new Cluster();
  private String name;

  @AfterEach
  void close() {
    // A node with pods of another experiment is not disturbed.
    if (name != null) {
      cluster.release(name);
      cluster.awaitTornDown(name);
    }
    cluster.close();
  }

  @Test
  void theServersOfADrainedNodeAreBackWhenItTakesPodsAgain() throws Exception {
    RunResult run = validRun("drained", DRAINED);

    DisturbanceResult drain = run.disturbance("drain").orElseThrow();
    assertThat(drain.lateMillis()).isBetween(0L, 1000L);
    assertThat(seconds(drain.madeAt(), drain.endedAt())).isBetween(8L, 12L);
    assertThat(drain.podsBackAt()).as("when the servers were ready again").isNotNull();
    for (DisturbedPod pod : drain.pods()) {
      assertThat(isCordoned(pod.node())).as("node %s takes pods", pod.node()).isFalse();
    }
    SessionTally.of(cluster, "drained-base-2", run).hasTheCountsOf(run);
  }

  /** With two nodes for servers the other server, or the new one, is on the node that is there. */
  @Test
  void everythingMeasuredOnALostNodeIsGoneAtOnceAndReplaced() throws Exception {
    RunResult run = validRun("lost", LOST);

    DisturbanceResult loss = run.disturbance("loss").orElseThrow();
    assertThat(loss.lateMillis()).isBetween(0L, 1000L);
    assertThat(seconds(loss.madeAt(), loss.endedAt())).isBetween(8L, 12L);
    assertThat(loss.pods())
        .extracting(DisturbedPod::node)
        .as("of one node")
        .containsOnly(node(loss));
    assertThat(loss.pods()).extracting(DisturbedPod::pod).contains("lost-base-2-app-0");
    assertThat(loss.podsBackAt()).as("when all measured pods were ready again").isNotNull();
    assertThat(loss.effect().podsBackSeconds()).as("they were gone").isPositive();
    assertThat(isCordoned(node(loss))).as("node %s takes pods", node(loss)).isFalse();
    SessionTally.of(cluster, "lost-base-2", run).hasTheCountsOf(run);
  }

  @Test
  void aServerIsCutOffOrTheRunSaysThatTheClusterCannot() throws Exception {
    measure("cut-off", CUT);

    RunResult run = cluster.trial("cut-off-base-2").get().getStatus().runs().get(0);
    DisturbanceResult cut = run.disturbance("cut").orElseThrow();
    assertThat(seconds(cut.madeAt(), cut.endedAt())).isBetween(15L, 19L);
    if (run.phase() == RunPhase.INVALID && !ENFORCES_POLICIES) {
      assertThat(run.reason()).isEqualTo(Reason.DISTURBANCE_FAILED);
      assertThat(run.message()).contains("does not enforce NetworkPolicies");
    } else {
      assertThat(run.phase()).as(run.message()).isEqualTo(RunPhase.VALID);
      assertThat(run.steps().get(0).failedRequests()).as("of users of that server").isNotNull();
      SessionTally.of(cluster, "cut-off-base-2", run).hasTheCountsOf(run);
    }
  }

  private RunResult validRun(String experiment, String manifest) {
    measure(experiment, manifest);
    return cluster.validRun(experiment + "-base-2");
  }

  private void measure(String experiment, String manifest) {
    cluster.apply(manifest);
    name = experiment;
    cluster.awaitFinished(experiment, 8);
  }

  private static String node(DisturbanceResult made) {
    return made.pods().get(0).node();
  }

  private static long seconds(String from, String to) {
    return Duration.between(Instant.parse(from), Instant.parse(to)).toSeconds();
  }

  private boolean isCordoned(String name) {
    Node node = cluster.client().nodes().withName(name).get();
    return Boolean.TRUE.equals(node.getSpec().getUnschedulable());
  }
}
