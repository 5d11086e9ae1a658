package dev.scalelab.benchmark.ecperf.supplier.interfaces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.support.ApiClient;
import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.Emulator;
import dev.scalelab.benchmark.support.Ports;
import dev.scalelab.benchmark.support.Postgres;
import jakarta.json.JsonObject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** Purchase orders on a real server and database, with a real emulator. */
@ExtendWith(Postgres.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SupplierApiIT {

  private static final String TEN_OF_ITEM_5 = "{\"itemId\":5,\"quantity\":10}";
  private static final String WORK_ORDERS = "/api/ecperf/work-orders";

  private Postgres.Instance postgres;
  private Map<String, String> environment;
  private int emulatorPort;
  private AppServer server;
  private ApiClient client;

  @BeforeAll
  void start(Postgres.Instance instance) throws Exception {
    postgres = instance;
    postgres.createTemplate("supplier_api");
    environment = postgres.environment("supplier_api");
    DatasetRunner.succeed(environment, "reset");
    emulatorPort = Ports.free("127.0.0.1");
    environment.put("SUPPLIER_URL", "http://127.0.0.1:" + emulatorPort);
    server = AppServer.start("supplier-0", environment).awaitReady();
    client = server.client();
  }

  @BeforeEach
  void reset() throws Exception {
    DatasetRunner.succeed(environment, "reset");
  }

  /** Whatever a test does, the books agree afterwards. */
  @AfterEach
  void audit() throws Exception {
    JsonObject audit = DatasetRunner.succeed(environment, "audit");
    assertThat(audit.getBoolean("consistent")).as("%s", audit).isTrue();
  }

  @AfterAll
  void stop() throws Exception {
    server.close();
  }

  @Test
  void lowStockIsOrderedDeliveredAndUsedAgain() throws Exception {
    try (Emulator emulator =
        emulator(Map.of("DELIVERY_LEAST_MILLIS", "0", "DELIVERY_MOST_MILLIS", "500"))) {
      String part = query("SELECT min(part_id) FROM bill_of_materials WHERE assembly_id = 5");
      postgres.superuser(
          "supplier_api",
          "UPDATE inventory SET on_hand = 10, opening_stock = 10 WHERE part_id = " + part);

      Answer refused = client.post(WORK_ORDERS + "/planned", "{\"itemId\":5,\"quantity\":100}");

      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.text("error")).endsWith(" pieces of part " + part + " are missing");
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> client.post(WORK_ORDERS + "/planned", TEN_OF_ITEM_5).status() == 201);
      await().atMost(Duration.ofSeconds(30)).until(() -> open() == 0);
      assertThat(query("SELECT count(*) FROM purchase_orders WHERE state <> 'DELIVERED'"))
          .isEqualTo("0");
      await()
          .atMost(Duration.ofSeconds(10))
          .until(
              () -> emulator.counts().getInt("delivered") == emulator.counts().getInt("accepted"));

      // The supplier delivers once more, for it has not heard of the first time.
      String number = query("SELECT min(number::text) FROM purchase_orders");
      assertThat(client.post("/api/ecperf/purchase-orders/" + number + "/delivery", null).status())
          .isEqualTo(204);
      assertThat(client.get("/api/ecperf/purchase-orders/" + number).text("state"))
          .isEqualTo("DELIVERED");
    }
  }

  @Test
  void whatASupplierAcceptsIsDueWhenItSays() throws Exception {
    String hour = String.valueOf(Duration.ofHours(1).toMillis());
    try (Emulator emulator =
        emulator(Map.of("DELIVERY_LEAST_MILLIS", hour, "DELIVERY_MOST_MILLIS", hour))) {
      raisePurchaseOrders();
      await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () -> emulator.counts().getInt("accepted") > 0 && count("purchaseOrdersOpen") == 0);

      assertThat(
              query(
                  "SELECT bool_and(due_at BETWEEN raised_at AND now() + interval '1 hour'"
                      + " AND due_at > now() + interval '50 minutes') FROM purchase_orders"))
          .isEqualTo("t");
    }
  }

  @Test
  void whatASupplierRefusesIsNoMoreOnOrder() throws Exception {
    try (Emulator emulator = emulator(Map.of("REFUSED_PERCENT", "100"))) {
      raisePurchaseOrders();
      await().atMost(Duration.ofSeconds(30)).until(() -> open() == 0);

      assertThat(query("SELECT string_agg(DISTINCT state, ',') FROM purchase_orders"))
          .isEqualTo("REFUSED");
      assertThat(query("SELECT sum(on_order) FROM inventory")).isEqualTo("0");
      assertThat(emulator.counts().getInt("refused")).isPositive();
      String number = query("SELECT min(number::text) FROM purchase_orders");
      assertThat(client.post("/api/ecperf/purchase-orders/" + number + "/delivery", null).status())
          .isEqualTo(409);
    }
  }

  @Test
  void whereNoSupplierAnswersErrorsAreCountedAndOrdersStayOpenUntilOneDoes() throws Exception {
    long start = System.nanoTime();
    raisePurchaseOrders();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
    await().atMost(Duration.ofSeconds(30)).until(() -> count("supplierErrors") > 0);
    assertThat(count("purchaseOrdersOpen")).isPositive();
    assertThat(client.post(WORK_ORDERS + "/planned", TEN_OF_ITEM_5).status()).isIn(201, 409);

    try (Emulator emulator =
        emulator(Map.of("DELIVERY_LEAST_MILLIS", "0", "DELIVERY_MOST_MILLIS", "0"))) {
      await().atMost(Duration.ofSeconds(60)).until(() -> emulator.counts().getInt("delivered") > 0);
      await().atMost(Duration.ofSeconds(60)).until(() -> open() == 0);
    }
  }

  private Emulator emulator(Map<String, String> settings) throws Exception {
    Map<String, String> all = new HashMap<>(settings);
    all.put("DELIVERY_URL", server.url() + "/api/ecperf/purchase-orders");
    return Emulator.start(emulatorPort, all);
  }

  private void raisePurchaseOrders() throws Exception {
    for (int i = 1; i <= 10; i++) {
      client.post(WORK_ORDERS + "/planned", "{\"itemId\":%d,\"quantity\":100}".formatted(i));
    }
    assertThat(Integer.parseInt(query("SELECT count(*) FROM purchase_orders"))).isPositive();
  }

  private int open() throws SQLException {
    return Integer.parseInt(
        query("SELECT count(*) FROM purchase_orders WHERE state IN ('OPEN', 'ACCEPTED')"));
  }

  private int count(String name) throws Exception {
    return DatasetRunner.succeed(environment, "audit").getJsonObject("counts").getInt(name);
  }

  private String query(String sql) throws SQLException {
    return postgres.query("supplier_api", sql);
  }
}
