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
 * Additional properties if a transaction spans databases: transactions left by a server that dies
 * in the middle of one are finished by its successor with the same name, without its files, and by
 * no other server.
 */
abstract class SeveralDatabasesContract extends DomainsContract {

  // Pieces of large orders, which distinguish them.
  private static final int UNDECIDED = 55;
  private static final int DECIDED = 60;
  private static final int OF_THE_OTHER = 70;

  private final int databasesOfAnOrder;
  private final Duration leftAlone;

  /**
   * @param databasesOfAnOrder number of databases in a large order's transaction
   * @param leftAlone time for which the other server is observed to leave the transaction alone
   */
  SeveralDatabasesContract(
      Grouping grouping, Map<String, String> settings, int databasesOfAnOrder, Duration leftAlone) {
    super(grouping, settings);
    this.databasesOfAnOrder = databasesOfAnOrder;
    this.leftAlone = leftAlone;
  }

  /** The decision is logged before the commit is sent to the first database. */
  @Test
  void whatWasDecidedIsCommittedAndWhatWasNotIsRolledBackOnceTheServerIsReplaced()
      throws Exception {
    int before = orders();
    holdFirstServerAt("PREPARE TRANSACTION", UNDECIDED);
    assertThat(databases.inDoubt()).isEqualTo(databasesOfAnOrder - 1);
    holdFirstServerAt("COMMIT PREPARED", DECIDED);
    // The commit was sent to all databases except the last.
    assertThat(databases.inDoubt()).isEqualTo(databasesOfAnOrder - 1 + 1);
    ecperf.cluster().killFirst();
    ecperf.proxy().release();
    assertThat(largeOrders()).isNull();

    theOtherServerGoesOnAndLeavesThemAlone();
    assertThat(largeOrders()).isEqualTo("" + OF_THE_OTHER);
    ecperf.cluster().startFirst();
    await().atMost(Duration.ofSeconds(60)).until(() -> databases.inDoubt() == 0);

    assertThat(largeOrders()).isEqualTo(DECIDED + " " + OF_THE_OTHER);
    assertThat(orders()).isEqualTo(before + 2);
  }

  private void holdFirstServerAt(String statement, int pieces) throws Exception {
    ecperf.proxy().holdAt(statement);
    AppServer held = ecperf.a();
    CompletableFuture.runAsync(() -> neverAnswered(held, pieces));
    ecperf.proxy().awaitHeld(Duration.ofSeconds(60));
  }

  private static void neverAnswered(AppServer server, int pieces) {
    try {
      order(server, pieces, 5);
    } catch (IOException e) {
      // The server has died.
    }
  }

  private void theOtherServerGoesOnAndLeavesThemAlone() throws Exception {
    int inDoubt = databases.inDoubt();
    placed(ecperf.b(), OF_THE_OTHER, 6);
    await()
        .during(leftAlone)
        .atMost(leftAlone.plusSeconds(60))
        .until(() -> databases.inDoubt() == inDoubt);
  }

  private int orders() throws Exception {
    return databases.number(Domain.CUSTOMER, "SELECT count(*) FROM orders");
  }

  /** The number of pieces in each of manufacturing's large orders. */
  private String largeOrders() throws Exception {
    return databases.query(
        Domain.MANUFACTURING,
        "SELECT string_agg(quantity::text, ' ' ORDER BY quantity) FROM large_orders");
  }
}
