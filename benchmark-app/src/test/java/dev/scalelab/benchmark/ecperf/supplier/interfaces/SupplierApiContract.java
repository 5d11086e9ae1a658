package dev.scalelab.benchmark.ecperf.supplier.interfaces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.ecperf.EcperfServer;
import dev.scalelab.benchmark.support.ApiClient;
import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.Emulator;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Purchase orders on a real server and database, with a real emulator. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class SupplierApiContract {

  private static final String TEN_OF_ITEM_5 = "{\"itemId\":5,\"quantity\":10}";
  private static final String WORK_ORDERS = "/api/ecperf/work-orders";

  private final EcperfServer ecperf;
  private final ApiClient client;

  protected SupplierApiContract(EcperfServer ecperf) {
    this.ecperf = ecperf;
    this.client = ecperf.server().client();
  }

  @BeforeEach
  void reset() {
    ecperf.reset();
  }

  /** After every test, the audit finds no faults. */
  @AfterEach
  void audit() {
    ecperf.consistent();
  }

  @Test
  void lowStockIsOrderedDeliveredAndUsedAgain() throws Exception {
    try (Emulator emulator =
        ecperf.emulator(Map.of("DELIVERY_MIN_MILLIS", "0", "DELIVERY_MAX_MILLIS", "500"))) {
      String part = query("SELECT min(part_id) FROM bill_of_materials WHERE assembly_id = 5");
      ecperf.change(
          "UPDATE inventory SET on_hand = 10, opening_stock = 10 WHERE part_id = " + part);

      Answer refused = client.post(WORK_ORDERS + "/planned", "{\"itemId\":5,\"quantity\":100}");

      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.text("error")).endsWith(" pieces of part " + part + " are missing");
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> client.post(WORK_ORDERS + "/planned", TEN_OF_ITEM_5).status() == 201);
      await().atMost(Duration.ofSeconds(60)).until(() -> open() == 0);
      assertThat(query("SELECT count(*) FROM purchase_orders WHERE state <> 'DELIVERED'"))
          .isEqualTo("0");
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> emulator.counts().getInt("delivered") == emulator.counts().getInt("accepted"));

      // The supplier delivers again, because it got no response the first time.
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
        ecperf.emulator(Map.of("DELIVERY_MIN_MILLIS", hour, "DELIVERY_MAX_MILLIS", hour))) {
      raisePurchaseOrders();
      sendUntilAnswered();
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () ->
                  emulator.counts().getInt("accepted") > 0
                      && ecperf.count("purchaseOrdersOpen") == 0);

      assertThat(
              query(
                  "SELECT bool_and(due_at BETWEEN raised_at AND now() + interval '1 hour'"
                      + " AND due_at > now() + interval '50 minutes') FROM purchase_orders"))
          .isEqualTo("t");
    }
  }

  @Test
  void whatASupplierRefusesIsNoMoreOnOrder() throws Exception {
    try (Emulator emulator = ecperf.emulator(Map.of("REFUSED_PERCENT", "100"))) {
      raisePurchaseOrders();
      sendUntilAnswered();
      await().atMost(Duration.ofSeconds(60)).until(() -> open() == 0);

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
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .as("one waiting for the next attempt, ten seconds each, would take longer")
        .isLessThan(Duration.ofSeconds(30));
    await().atMost(Duration.ofSeconds(60)).until(() -> ecperf.count("supplierErrors") > 0);
    assertThat(ecperf.count("purchaseOrdersOpen")).isPositive();
    assertThat(client.post(WORK_ORDERS + "/planned", TEN_OF_ITEM_5).status()).isIn(201, 409);

    try (Emulator emulator =
        ecperf.emulator(Map.of("DELIVERY_MIN_MILLIS", "0", "DELIVERY_MAX_MILLIS", "0"))) {
      await().atMost(Duration.ofSeconds(60)).until(() -> emulator.counts().getInt("delivered") > 0);
      await().atMost(Duration.ofSeconds(60)).until(() -> open() == 0);
    }
  }

  private void raisePurchaseOrders() throws Exception {
    for (int i = 1; i <= 10; i++) {
      client.post(WORK_ORDERS + "/planned", "{\"itemId\":%d,\"quantity\":100}".formatted(i));
    }
    assertThat(Integer.parseInt(query("SELECT count(*) FROM purchase_orders"))).isPositive();
  }

  /**
   * The server may still have connections to the emulator of an earlier test: attempts fail then,
   * and the next ones would be due ten seconds later.
   */
  private void sendUntilAnswered() {
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofSeconds(1))
        .until(
            () -> {
              ecperf.change(
                  "UPDATE purchase_orders SET next_attempt_at = now() WHERE state = 'OPEN'"
                      + " AND EXISTS (SELECT FROM purchase_orders WHERE failed_attempts > 0)");
              return query("SELECT count(*) FROM purchase_orders WHERE state = 'OPEN'").equals("0");
            });
  }

  private int open() throws SQLException {
    return Integer.parseInt(
        query("SELECT count(*) FROM purchase_orders WHERE state IN ('OPEN', 'ACCEPTED')"));
  }

  private String query(String sql) throws SQLException {
    return ecperf.query(sql);
  }
}
