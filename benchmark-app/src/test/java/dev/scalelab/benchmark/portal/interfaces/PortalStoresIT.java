package dev.scalelab.benchmark.portal.interfaces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.Postgres;
import jakarta.json.JsonObject;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The portal on two servers whose customers are in three databases, by their numbers. */
@ExtendWith(Postgres.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PortalStoresIT {

  private static final String FIRST = "portal_stores";
  private static final int STORES = 3;
  private static final String POOL =
      "datasources_pool_available_count{app=\"wildfly\",deployment=\"\",name=\"%s\"";
  private static final Duration LONG = Duration.ofSeconds(60);

  private PortalCluster portal;

  @BeforeAll
  void start(Postgres.Instance postgres) throws Exception {
    portal = PortalCluster.start(postgres, FIRST, environment(postgres, FIRST), "replicated");
  }

  @AfterAll
  void stop() throws Exception {
    portal.close();
  }

  /** Settings of servers and dataset for 150 customers in databases with these names. */
  private static Map<String, String> environment(Postgres.Instance postgres, String first)
      throws Exception {
    postgres.createTemplate(first);
    Map<String, String> settings = postgres.environment(first);
    settings.put("PORTAL_CUSTOMERS", "150");
    for (int store = 2; store <= STORES; store++) {
      String name = database(first, store);
      postgres.createTemplate(name);
      settings.put("DB_STORE" + store + "_HOST", settings.get("DB_HOST"));
      settings.put("DB_STORE" + store + "_NAME", name);
      settings.put("DB_STORE" + store + "_TEMPLATE", name + "_template");
    }
    return settings;
  }

  private static String database(String first, int store) {
    return store == 1 ? first : first + store;
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "50, 1", "51, 2", "100, 2", "101, 3", "150, 3"})
  void eachCustomerIsFoundInOneDatabase(int customer, int store) throws Exception {
    for (AppServer server : portal.servers()) {
      assertThat(PortalCluster.orders(server, customer).number("orderCount")).isEqualTo(5);
      Answer tickets = server.client().get("/api/portal/customers/" + customer + "/tickets");
      assertThat(tickets.json().getJsonArray("tickets")).hasSize(2);
    }
    for (int other = 1; other <= STORES; other++) {
      assertThat(ordersIn(other, customer))
          .as("orders of customer %d in database %d", customer, other)
          .isEqualTo(other == store ? 5 : 0);
    }
  }

  @ParameterizedTest
  @CsvSource({"0", "151", "2147483647"})
  void whoDoesNotExistIsUnknown(int customer) throws Exception {
    Answer answer =
        portal.cluster().first().client().get("/api/portal/customers/" + customer + "/orders");

    assertThat(answer.status()).isEqualTo(404);
  }

  @Test
  void anOrderAndATicketAreStoredWhereTheirCustomerIs() throws Exception {
    int before = portal.taken();
    for (int store = 1; store <= STORES; store++) {
      int customer = 50 * store - 10;
      PortalCluster.order(portal.servers().get(store % 2), customer);
      for (AppServer server : portal.servers()) {
        await().atMost(LONG).until(() -> PortalCluster.orderCount(server, customer) == 6);
      }
      assertThat(ordersIn(store, customer)).isEqualTo(6);
      String ticket = PortalCluster.ticket(portal.servers().get(store % 2), customer);
      assertThat(
              portal
                  .postgres()
                  .query(
                      database(FIRST, store),
                      "SELECT customer_id FROM tickets WHERE number = '" + ticket + "'"))
          .isEqualTo("" + customer);
    }

    assertThat(portal.taken()).as("all databases together").isEqualTo(before + STORES);
  }

  @Test
  void eachServerHasAPoolForEachDatabase() throws Exception {
    for (AppServer server : portal.servers()) {
      for (String source : List.of("main", "store2", "store3")) {
        assertThat(server.metric(POOL.formatted(source)))
            .as("free connections of %s", source)
            .isPositive();
      }
    }
  }

  /** Orders of its customers wait, and those of others do not. */
  @ParameterizedTest
  @CsvSource({
    "ALLOW_CONNECTIONS false, ALLOW_CONNECTIONS true",
    "CONNECTION LIMIT 0, CONNECTION LIMIT -1"
  })
  void aDatabaseThatIsLostOrFullStopsOnlyItsCustomers(String refuse, String accept)
      throws Exception {
    int lost = 60;
    int other = 110;
    int before = ordersIn(2, lost);
    PortalCluster ofSecond =
        new PortalCluster(
            portal.postgres(), database(FIRST, 2), portal.environment(), portal.cluster());
    AppServer server = portal.cluster().first();
    alter(ofSecond, refuse);
    ofSecond.cutConnections();
    try {
      PortalCluster.order(server, lost);
      int ordersOfOther = ordersIn(3, other);
      PortalCluster.order(server, other);

      await().atMost(LONG).until(() -> ordersIn(3, other) == ordersOfOther + 1);
      await()
          .atMost(LONG)
          .until(() -> PortalCluster.orderCount(server, other) == ordersOfOther + 1);
      assertThat(server.client().get("/api/portal/customers/" + lost + "/orders").status())
          .isEqualTo(503);
    } finally {
      alter(ofSecond, accept);
    }

    await().atMost(LONG).until(() -> ordersIn(2, lost) == before + 1);
    portal.assertThatNoOrderIsLeft();
  }

  private static void alter(PortalCluster of, String change) throws Exception {
    of.postgres().superuser("postgres", "ALTER DATABASE " + of.database() + " " + change);
  }

  @Test
  void theAuditFindsWhatIsMissingInAnyDatabaseAndAResetRestoresIt(Postgres.Instance postgres)
      throws Exception {
    Map<String, String> planted = environment(postgres, "portal_planted");
    planted.put("WORKLOAD", "portal");
    DatasetRunner.succeed(planted, "reset");
    for (int store = 1; store <= STORES; store++) {
      assertThat(
              postgres.query(
                  database("portal_planted", store),
                  "SELECT concat_ws(' ', min(id), max(id), (SELECT count(*) FROM orders),"
                      + " (SELECT count(*) FROM tickets)) FROM customers"))
          .isEqualTo("%d %d 250 100".formatted(50 * store - 49, 50 * store));
      postgres.superuser(
          database("portal_planted", store),
          "DELETE FROM orders WHERE number = (SELECT min(number::text)::uuid FROM orders)");
    }

    JsonObject audit = DatasetRunner.succeed(planted, "audit");

    assertThat(DatasetRunner.faults(audit)).isEqualTo(Map.of("ordersLost", STORES));
    DatasetRunner.succeed(planted, "reset");
    assertThat(DatasetRunner.faults(DatasetRunner.succeed(planted, "audit"))).isEmpty();
  }

  /** As if variants of an experiment had different numbers of databases. */
  @Test
  void aTemplateWithAnotherPartIsFilledAgain(Postgres.Instance postgres) throws Exception {
    Map<String, String> three = environment(postgres, "portal_parts");
    three.put("WORKLOAD", "portal");
    DatasetRunner.succeed(three, "reset");
    Map<String, String> two = new HashMap<>(three);
    two.remove("DB_STORE3_HOST");

    assertThat(DatasetRunner.succeed(two, "reset").getBoolean("templateFilled")).isTrue();

    assertThat(postgres.query("portal_parts", "SELECT count(*) FROM customers")).isEqualTo("75");
    assertThat(DatasetRunner.succeed(two, "reset").getBoolean("templateFilled")).isFalse();
  }

  private int ordersIn(int store, int customer) throws Exception {
    return Integer.parseInt(
        portal
            .postgres()
            .query(
                database(FIRST, store),
                "SELECT count(*) FROM orders WHERE customer_id = " + customer));
  }
}
