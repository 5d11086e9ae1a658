package dev.scalelab.benchmark.portal.interfaces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.support.ApiClient;
import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.Cluster;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The portal when the first of its servers dies: statuses, which are in the database, survive
 * wherever they were cached; its orders and changes in process are lost only together with its
 * files.
 */
abstract class PortalFailoverContract {

  private static final int CUSTOMERS = 30;
  private static final int OF_THE_DEAD = 40;
  private static final int OF_THE_OTHER = 41;
  private static final int CHANGED_LATER = 42;

  // Customers not used by other tests.
  private static final int FIRST_CUSTOMER = 140;

  private final PortalCluster portal;
  private final Cluster cluster;
  private final boolean filesAreLeft;

  /**
   * @param filesAreLeft whether the first is restarted with its files, or replaced by another
   */
  PortalFailoverContract(PortalCluster portal, boolean filesAreLeft) {
    this.portal = portal;
    this.cluster = portal.cluster();
    this.filesAreLeft = filesAreLeft;
  }

  @Test
  void statusesOutliveTheServerThatCachedThemAndItsOrdersAndChangesItsProcess() throws Exception {
    int taken = portal.taken();
    Map<Integer, Integer> orders = cachedByFirst();
    int ofTheDead = portal.inDatabase(OF_THE_DEAD);
    int ofTheOther = portal.inDatabase(OF_THE_OTHER);
    int changes = filesAreLeft ? 2 : 0;
    int executed = portal.executed(CHANGED_LATER);
    portal.closeToChanges(true);
    order(cluster.first(), CHANGED_LATER, changes);
    await().atMost(Duration.ofSeconds(60)).until(() -> changesLeft(cluster.first()) == changes);
    portal.closeDatabase();
    order(cluster.first(), OF_THE_DEAD, 5);
    order(cluster.second(), OF_THE_OTHER, 3);

    cluster.killFirst();
    portal.openDatabase();
    portal.closeToChanges(false);

    everyCustomerGetsTheOrders(cluster.second(), orders);
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> portal.inDatabase(OF_THE_OTHER) == ofTheOther + 3);
    assertThat(PortalCluster.orderCount(cluster.second(), OF_THE_OTHER)).isEqualTo(ofTheOther + 3);
    PortalCluster.order(cluster.second(), 1);
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> PortalCluster.orderCount(cluster.second(), 1) == orders.get(1) + 1);
    assertThat(portal.inDatabase(OF_THE_DEAD)).as("dead server's orders").isEqualTo(ofTheDead);

    if (filesAreLeft) {
      cluster.restartFirst();
    } else {
      cluster.startFirst();
    }

    int shown = PortalChecks.anOrderIsShownByBothServersBeforeMaxAge(portal, FIRST_CUSTOMER);
    int left = filesAreLeft ? 5 : 0;
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> portal.inDatabase(OF_THE_DEAD) >= ofTheDead + left);
    assertThat(portal.taken()).isEqualTo(taken + 3 + 1 + shown + left + changes);
    assertThat(portal.executed(CHANGED_LATER)).isEqualTo(executed + changes);
    assertThat(portal.inDatabase(OF_THE_DEAD))
        .as("accepted orders in the queue are lost with its files")
        .isEqualTo(ofTheDead + left);
  }

  /** The number of each customer's orders, as returned by the first server, too. */
  private Map<Integer, Integer> cachedByFirst() throws Exception {
    Map<Integer, Integer> orders = new HashMap<>();
    for (int i = 1; i <= CUSTOMERS; i++) {
      int customer = i;
      orders.put(customer, portal.inDatabase(customer));
      // Changes that an earlier test has written without the cache are visible after the maximum
      // age.
      await()
          .atMost(Duration.ofMillis(PortalCluster.MAX_AGE_MILLIS + 60_000))
          .until(() -> PortalCluster.orderCount(cluster.first(), customer) == orders.get(customer));
    }
    return orders;
  }

  /** By the remaining server, from its cache or read again, and within the maximum age. */
  private static void everyCustomerGetsTheOrders(AppServer left, Map<Integer, Integer> orders)
      throws Exception {
    for (int customer = 1; customer <= CUSTOMERS; customer++) {
      ApiClient client = left.client();
      Answer answer = client.get("/api/portal/customers/" + customer + "/orders");
      assertThat(answer.status()).as("customer %d: %s", customer, answer).isEqualTo(200);
      assertThat(answer.number("orderCount")).isEqualTo(orders.get(customer));
      assertThat(Instant.parse(answer.text("asOf")))
          .isAfterOrEqualTo(
              Instant.parse(answer.text("toldAt")).minusMillis(PortalCluster.MAX_AGE_MILLIS));
      assertThat(client.cookie()).as("no client is sent to the dead server").isEmpty();
    }
  }

  private static int changesLeft(AppServer server) throws Exception {
    return PortalCluster.messages(server, "portal.changes");
  }

  private static void order(AppServer server, int customer, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      PortalCluster.order(server, customer);
    }
  }
}
