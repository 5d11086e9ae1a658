package dev.scalelab.benchmark.ecperf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.support.ApiClient;
import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.Emulator;
import dev.scalelab.benchmark.support.Postgres;
import dev.scalelab.benchmark.support.TwoDatabases;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** A server whose domains are in two databases. */
@ExtendWith(Postgres.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DomainsIT {

  private TwoDatabases databases;
  private Map<String, String> environment;
  private AppServer server;
  private Emulator emulator;

  @BeforeAll
  void start(Postgres.Instance postgres) throws Exception {
    databases = new TwoDatabases(postgres, "domains");
    environment = databases.environment();
    DatasetRunner.succeed(environment, "reset");
    int emulatorPort = AppServer.freePort("127.0.0.1");
    environment.put("SUPPLIER_URL", "http://127.0.0.1:" + emulatorPort);
    server = AppServer.start("domains-0", environment).awaitReady();
    emulator =
        Emulator.start(
            emulatorPort,
            Map.of(
                "DELIVERY_URL",
                server.url() + "/api/ecperf/purchase-orders",
                "DELIVERY_LEAST_MILLIS",
                "0",
                "DELIVERY_MOST_MILLIS",
                "200"));
  }

  @AfterAll
  void stop() throws Exception {
    emulator.close();
    server.close();
  }

  @AfterEach
  void bothDatabasesAgree() throws Exception {
    var audit = DatasetRunner.succeed(environment, "audit");
    assertThat(audit.getBoolean("consistent")).as("%s", audit).isTrue();
    assertThat(databases.inDoubt()).isZero();
  }

  @Test
  void aLargeOrderIsInBoth() throws Exception {
    Answer placed = order();

    assertThat(placed.status()).isEqualTo(201);
    int orderId = placed.number("orderId");
    assertThat(databases.shop("SELECT large_lines FROM orders WHERE id = " + orderId)).isEqualTo("1");
    assertThat(databases.plant("SELECT quantity FROM large_orders WHERE order_id = " + orderId))
        .isEqualTo("60");
    assertThat(server.client().get("/api/ecperf/customers/12/orders").json().getJsonArray("orders"))
        .isNotEmpty();
  }

  @Test
  void whatFailsInTheOneIsUndoneInTheOther() throws Exception {
    String before = databases.shop("SELECT count(*) FROM orders");
    databases.changePlant(
        "ALTER TABLE large_orders ADD CONSTRAINT closed CHECK (quantity < 60)" + " NOT VALID");
    try {
      assertThat(order().status()).isEqualTo(500);
    } finally {
      databases.changePlant("ALTER TABLE large_orders DROP CONSTRAINT closed");
    }

    assertThat(databases.shop("SELECT count(*) FROM orders")).isEqualTo(before);
  }

  @Test
  void lowStockIsOrderedAndDelivered() throws Exception {
    for (int item = 1; item <= 10; item++) {
      server
          .client()
          .post(
              "/api/ecperf/work-orders/planned",
              "{\"itemId\":%d,\"quantity\":100}".formatted(item));
    }
    assertThat(Integer.parseInt(databases.plant("SELECT count(*) FROM purchase_orders")))
        .isPositive();

    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () ->
                databases.plant("SELECT count(*) FROM purchase_orders WHERE state <> 'DELIVERED'"),
            "0"::equals);
    assertThat(databases.plant("SELECT sum(on_order) FROM inventory")).isEqualTo("0");
  }

  @Test
  void onlyTheDatabasesThatThereAreHavePools() throws Exception {
    // Of one database each: that of the first domain in it.
    assertThat(server.management("/metrics").body().lines())
        .filteredOn(line -> line.startsWith("datasources_pool_available_count"))
        .hasSize(2)
        .anyMatch(line -> line.contains("\"customer\""))
        .anyMatch(line -> line.contains("\"manufacturing\""));
  }

  private Answer order() throws Exception {
    ApiClient client = server.client();
    client.post("/api/ecperf/cart/lines", "{\"itemId\":5,\"quantity\":60}");
    return client.post("/api/ecperf/orders", "{\"customerId\":12}");
  }
}
