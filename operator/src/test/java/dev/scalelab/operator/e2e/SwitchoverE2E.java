package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.AcknowledgedResult;
import dev.scalelab.operator.api.DisturbanceResult;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.StepResult;
import dev.scalelab.operator.api.WriteCount;
import dev.scalelab.operator.measurement.Acknowledged;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The replica of a database becomes its primary under load, and no acknowledged order is missing
 * afterwards. The chart must give the right (disturbances.switchover).
 */
@Isolated("what else runs takes the cores that are measured")
class SwitchoverE2E {
  private static final String NAME = "switched-over";

  private static final String SWITCHOVER =
      Disturbed.orders(NAME, 60, "name: over, action: Switchover, tier: Database, atSecond: 20")
          + "  testbedPolicy: Retain\n";

  private final Cluster cluster = new Cluster();

  @AfterEach
  void close() {
    cluster.release(NAME);
    cluster.close();
  }

  @Test
  void theReplicaIsThePrimaryAndNoOrderIsMissing() throws Exception {
    cluster.apply(SWITCHOVER);

    cluster.awaitFinished(NAME, 10);

    RunResult run = cluster.validRun(NAME + "-base-1");
    DisturbanceResult over = run.disturbance("over").orElseThrow();
    assertThat(over.lateMillis()).isBetween(0L, 1000L);
    assertThat(over.podsBackAt()).as("when the new primary was seen").isNotNull();
    StepResult step = run.steps().get(0);
    assertThat(step.evidence().databases().get(0).primaries())
        .as("both were the primary in the step")
        .hasSize(2)
        .contains(over.pods().get(0).pod());
    assertThat(run.audit().faults()).isEqualTo(List.of());
    assertThat(Acknowledged.ofRun(run))
        .as("what the replica lacked would be a result, and not make the run invalid")
        .isNotEmpty()
        .allMatch(kind -> kind.missing() == 0);
    Psql psql = new Psql(cluster, over.pods().get(0).pod());
    assertThat(Acknowledged.ofRun(run))
        .as("as the numbers of the orders in the new primary have it")
        .contains(orders(run.totals().writes(), psql));
  }

  /** The test's own count of acknowledged orders, missing ones, and those that are there twice. */
  private static AcknowledgedResult orders(List<WriteCount> numbered, Psql psql) throws Exception {
    List<String> stored =
        psql.ask("ecperf", Psql.ORDERS.replace("count(*)", "cart_number")).lines().toList();
    Set<String> different = Set.copyOf(stored);
    Set<String> acknowledged = ClientCarts.acknowledged("newOrder", numbered);
    return new AcknowledgedResult(
        "newOrder",
        (long) acknowledged.size(),
        acknowledged.stream().filter(cart -> !different.contains(cart)).count(),
        (long) stored.size() - different.size());
  }
}
