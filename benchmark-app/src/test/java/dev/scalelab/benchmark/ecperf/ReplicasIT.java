package dev.scalelab.benchmark.ecperf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.support.ApiClient;
import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.Postgres;
import jakarta.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A server that reads from a replica whose replay is paused, so that missing changes show where
 * data was read. A replica accepts no writes: one that was sent there would fail.
 */
@ExtendWith(Postgres.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ReplicasIT {

  private static final String DATABASE = "replicated";
  private static final Duration SOON = Duration.ofSeconds(60);

  private Postgres.Instance primary;
  private Postgres.Instance replica;
  private Map<String, String> environment;
  private AppServer server;

  @BeforeAll
  void start(Postgres.Instance postgres) throws Exception {
    primary = postgres;
    primary.createTemplate(DATABASE);
    environment = primary.environment(DATABASE);
    DatasetRunner.succeed(environment, "reset");
    replica = primary.replica();
    environment.putAll(Map.of("DB_READS_HOST", "127.0.0.1", "DB_READS_PORT", "" + replica.port()));
    server = AppServer.start("replicated-app-0", environment).awaitReady();
  }

  @AfterAll
  void stop() throws Exception {
    server.close();
  }

  @AfterEach
  void letGo() throws Exception {
    replica.letGo();
  }

  @Test
  @Order(1)
  void othersReadStatusesAndCatalogueAtTheReplica() throws Exception {
    replica.holdBack();
    int id = placed(server.client()).number("orderId");
    String order = "/api/ecperf/orders/" + id;
    primary.superuser(DATABASE, "INSERT INTO items VALUES (4711, 'new', 1)");
    ApiClient other = server.client();

    assertThat(other.get(order).status()).isEqualTo(404);
    assertThat(latestOf(other, 5)).doesNotContain(id);
    assertThat(added(other, 4711).status()).isEqualTo(404);

    replica.letGo();
    await().atMost(SOON).until(() -> other.get(order).status() == 200);
  }

  @Test
  @Order(2)
  void whoHasJustWrittenSeesIt() throws Exception {
    replica.holdBack();
    ApiClient buyer = server.client();
    Answer placed = placed(buyer);
    String order = "/api/ecperf/orders/" + placed.number("orderId");

    assertThat(buyer.get(order).json()).isEqualTo(placed.json());
    Answer changed = buyer.put(order, "{\"itemId\":8,\"quantity\":5}");
    assertThat(changed.status()).isEqualTo(200);
    assertThat(buyer.get(order).json()).isEqualTo(changed.json());
  }

  @Test
  @Order(3)
  void whatIsReadWithinATransactionThatWritesIsReadAtThePrimary() throws Exception {
    replica.holdBack();
    primary.superuser(DATABASE, "UPDATE customers SET discount_percent = 37 WHERE id = 5");
    String order = "/api/ecperf/orders/" + placed(server.client()).number("orderId");

    assertThat(
            primary.query(
                DATABASE, "SELECT max(discount_percent) FROM orders WHERE customer_id = 5"))
        .isEqualTo("37");
    assertThat(server.client().put(order, "{\"itemId\":8,\"quantity\":5}").status())
        .as("a change of an order that the replica does not know")
        .isEqualTo(200);
  }

  @Test
  @Order(4)
  void aResetReachesTheReplicaToo() {
    DatasetRunner.succeed(environment, "reset");

    ApiClient client = server.client();
    await().atMost(SOON).until(() -> client.get("/api/ecperf/orders/1").status() == 200);
    JsonObject audit = DatasetRunner.succeed(environment, "audit");
    assertThat(audit.getBoolean("consistent")).isTrue();
  }

  @Test
  @Order(5)
  void aLostReplicaIsALostDatabase() throws Exception {
    double before = server.metric("scalelab_database_lost_seconds");
    replica.stop();
    try {
      await()
          .atMost(SOON)
          .until(() -> server.metric("scalelab_database_lost_seconds") > before + 1);
      assertThat(server.client().get("/api/ecperf/orders/1").status()).isEqualTo(503);
    } finally {
      replica.restart();
    }
    await().atMost(SOON).until(() -> server.client().get("/api/ecperf/orders/1").status() == 200);
  }

  /** An order of customer 5, placed from a cart. */
  private Answer placed(ApiClient client) throws Exception {
    assertThat(added(client, 7).status()).isEqualTo(200);
    return client.post("/api/ecperf/orders", "{\"customerId\":5}");
  }

  private static Answer added(ApiClient client, int item) throws Exception {
    return client.post("/api/ecperf/cart/lines", "{\"itemId\":%d,\"quantity\":3}".formatted(item));
  }

  private static List<Integer> latestOf(ApiClient client, int customer) throws Exception {
    return client
        .get("/api/ecperf/customers/%d/orders".formatted(customer))
        .json()
        .getJsonArray("orders")
        .getValuesAs(order -> order.asJsonObject().getInt("orderId"));
  }
}
