package dev.scalelab.operator.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.operator.api.PodPlacement;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.TransactionCount;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The sample with ecperf in two databases; the test's own SQL asks each of them afterwards. */
@Isolated("what else runs takes the cores that are measured")
class DatabasesE2E extends SampledWorkload {
  private static final String DATABASE = "ecperf";

  private final Psql orders = new Psql(cluster, "databases-base-db-orders-1");
  private final Psql plant = new Psql(cluster, "databases-base-db-plant-1");

  @Test
  void eachDatabaseHasTheRowsOfItsDomainsAndNoTransactionIsLeftHalfDone() throws Exception {
    RunResult run =
        measuredOnTwoServers("databases", Map.of("users: [16, 80, 240]", "users: [16, 80]"));

    assertThat(run.audit().faults()).isEmpty();
    assertThatItHolds(
        orders, run, "newOrder", "SELECT count(*) FROM orders WHERE ordered_at > '2020-01-01'");
    assertThatItHolds(plant, run, "workOrder", "SELECT count(completed_at) FROM work_orders");
    assertThat(rows(run.audit().counts(), "largeWorkOrders"))
        .as("made to order, from the one database to the other")
        .isPositive();
    for (Psql database : new Psql[] {orders, plant}) {
      assertThat(database.number(DATABASE, "SELECT count(*) FROM pg_prepared_xacts")).isZero();
      assertThat(
              database.number(
                  DATABASE,
                  "SELECT setting::int - current_setting('max_connections')::int FROM pg_settings"
                      + " WHERE name = 'max_prepared_transactions'"))
          .as("each connection may have prepared a transaction")
          .isZero();
    }
    assertThat(plant.ask(DATABASE, "SHOW random_page_cost")).isEqualTo("1.1");
    assertThat(cluster.trial("databases-base-2").get().getStatus().placement())
        .filteredOn(pod -> pod.tier().equals("database"))
        .extracting(PodPlacement::pod)
        .containsExactlyInAnyOrder(orders.pod(), plant.pod());
  }

  private static void assertThatItHolds(
      Psql database, RunResult run, String transaction, String sql) throws Exception {
    TransactionCount client =
        run.totals().transactions().stream()
            .filter(count -> count.name().equals(transaction))
            .findFirst()
            .orElseThrow();
    assertThat(client.ok()).as("%s that clients completed", transaction).isPositive();
    assertThat(database.number(DATABASE, sql))
        .as(sql)
        .isBetween(client.ok(), client.maxDone())
        .isEqualTo(rows(run.audit().done(), transaction));
  }
}
