package dev.scalelab.benchmark.portal.interfaces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.support.ApiClient;
import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.Postgres;
import jakarta.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The portal when one of its two servers dies: statuses, which the database has, outlive it
 * wherever they were cached; orders in its queue are lost with its files.
 */
@ExtendWith(Postgres.class)
class PortalFailoverIT {

  private static final int CUSTOMERS = 30;
  private static final int OF_THE_DEAD = 40;
  private static final int OF_THE_OTHER = 41;

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"replicated", "owner"})
  void statusesOutliveTheServerThatCachedThemAndOrdersInItsQueueDoNot(
      String cache, Postgres.Instance postgres) throws Exception {
    try (PortalCluster portal = PortalCluster.start(postgres, cache + "_failover", cache)) {
      for (int customer = 1; customer <= CUSTOMERS; customer++) {
        PortalCluster.orders(portal.cluster().first(), customer);
      }
      portal.closeDatabase();
      orders(portal.cluster().first(), OF_THE_DEAD, 5);
      orders(portal.cluster().second(), OF_THE_OTHER, 3);

      portal.cluster().killFirst();
      portal.openDatabase();

      everyCustomerIsTold(portal.cluster().second());
      await().atMost(Duration.ofSeconds(60)).until(() -> portal.inDatabase(OF_THE_OTHER) == 5 + 3);
      assertThat(PortalCluster.orderCount(portal.cluster().second(), OF_THE_OTHER))
          .isEqualTo(5 + 3);
      PortalCluster.order(portal.cluster().second(), 1);
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> PortalCluster.orderCount(portal.cluster().second(), 1) == 6);

      portal.cluster().startFirst();

      PortalChecks.anOrderIsToldOnBothServersLongBeforeTheBound(portal);
      assertThat(portal.inDatabase(OF_THE_DEAD))
          .as("what was in the queue of the dead is lost, though it was accepted")
          .isEqualTo(5);
      JsonObject audit = DatasetRunner.succeed(portal.environment(), "audit");
      assertThat(audit.getBoolean("consistent")).isTrue();
      assertThat(audit.getJsonObject("done").getInt("order"))
          .isEqualTo(3 + 1 + PortalChecks.ORDERS);
    }
  }

  /** By the one that is left, from its cache or read anew, and within the bound. */
  private static void everyCustomerIsTold(AppServer left) throws Exception {
    for (int customer = 1; customer <= CUSTOMERS; customer++) {
      ApiClient client = left.client();
      Answer answer = client.get("/api/portal/customers/" + customer + "/orders");
      assertThat(answer.status()).as("customer %d: %s", customer, answer).isEqualTo(200);
      assertThat(answer.number("orderCount")).isEqualTo(5);
      assertThat(Instant.parse(answer.text("asOf")))
          .isAfterOrEqualTo(
              Instant.parse(answer.text("toldAt")).minusMillis(PortalCluster.MAX_AGE_MILLIS));
      assertThat(client.cookie()).as("nobody is sent to the dead").isEmpty();
    }
  }

  private static void orders(AppServer server, int customer, int times) throws Exception {
    for (int i = 0; i < times; i++) {
      PortalCluster.order(server, customer);
    }
  }
}
