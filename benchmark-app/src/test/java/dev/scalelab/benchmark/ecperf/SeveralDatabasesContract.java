package dev.scalelab.benchmark.ecperf;

import static dev.scalelab.benchmark.ecperf.EcperfCluster.order;
import static dev.scalelab.benchmark.ecperf.EcperfCluster.placed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.DomainDatabases.Domain;
import dev.scalelab.benchmark.support.DomainDatabases.Grouping;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * What holds besides where a transaction spans databases: what a server leaves when it dies in the
 * middle of one, its successor of the same name finishes, without a file of its; nobody else does.
 */
abstract class SeveralDatabasesContract extends DomainsContract {

  private final int databasesOfAnOrder;
  private final Duration leftAlone;

  /**
   * @param databasesOfAnOrder how many databases a large order's transaction takes part in
   * @param leftAlone for how long the other server is watched to leave the transaction alone
   */
  SeveralDatabasesContract(
      Grouping grouping, Map<String, String> settings, int databasesOfAnOrder, Duration leftAlone) {
    super(grouping, settings);
    this.databasesOfAnOrder = databasesOfAnOrder;
    this.leftAlone = leftAlone;
  }

  /** The decision is written down before the first database is told of it. */
  @Test
  void whatWasDecidedIsCommittedOnceTheServerIsReplaced() throws Exception {
    killFirstServerAt("COMMIT PREPARED");
    // All but the last database have been told.
    assertThat(databases.inDoubt()).isEqualTo(1);
    assertThat(largeOrders()).isZero();

    int ofTheOther = theOtherServerGoesOnAndLeavesItAlone();
    assertThat(largeOrders()).isEqualTo(1);
    comeBack();

    assertThat(largeOrders()).isEqualTo(2);
    int ofTheKilled =
        databases.number(
            Domain.CUSTOMER, "SELECT id FROM orders WHERE large_lines = 1 AND id <> " + ofTheOther);
    assertThat(
            databases.number(
                Domain.MANUFACTURING,
                "SELECT quantity FROM large_orders WHERE order_id = " + ofTheKilled))
        .isEqualTo(60);
  }

  @Test
  void whatWasNotDecidedIsRolledBackOnceTheServerIsReplaced() throws Exception {
    int before = orders();
    killFirstServerAt("PREPARE TRANSACTION");
    assertThat(databases.inDoubt()).isEqualTo(databasesOfAnOrder - 1);

    theOtherServerGoesOnAndLeavesItAlone();
    comeBack();

    assertThat(orders()).isEqualTo(before + 1);
    assertThat(largeOrders()).isEqualTo(1);
  }

  private void killFirstServerAt(String statement) throws Exception {
    ecperf.proxy().holdAt(statement);
    AppServer killed = ecperf.a();
    CompletableFuture.runAsync(() -> neverAnswered(killed));
    ecperf.proxy().awaitHeld(Duration.ofSeconds(30));
    ecperf.cluster().killFirst();
    ecperf.proxy().release();
  }

  private static void neverAnswered(AppServer server) {
    try {
      order(server, 60, 5);
    } catch (IOException e) {
      // The server has died.
    }
  }

  /** Returns the id of an order that the other server takes meanwhile. */
  private int theOtherServerGoesOnAndLeavesItAlone() throws Exception {
    int inDoubt = databases.inDoubt();
    int orderId = placed(ecperf.b(), 70, 6);
    await()
        .during(leftAlone)
        .atMost(leftAlone.plusSeconds(5))
        .until(() -> databases.inDoubt() == inDoubt);
    return orderId;
  }

  private void comeBack() throws Exception {
    ecperf.cluster().replaceFirst();
    await().atMost(Duration.ofSeconds(60)).until(() -> databases.inDoubt() == 0);
  }

  private int orders() throws Exception {
    return databases.number(Domain.CUSTOMER, "SELECT count(*) FROM orders");
  }

  private int largeOrders() throws Exception {
    return databases.number(Domain.MANUFACTURING, "SELECT count(*) FROM large_orders");
  }
}
