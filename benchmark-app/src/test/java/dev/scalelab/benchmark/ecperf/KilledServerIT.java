package dev.scalelab.benchmark.ecperf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.support.ApiClient;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.DatabaseProxy;
import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.Postgres;
import dev.scalelab.benchmark.support.TwoDatabases;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** A transaction across two databases whose server dies in the middle of it. */
@ExtendWith(Postgres.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KilledServerIT {

  private TwoDatabases databases;
  private Map<String, String> environment;
  private DatabaseProxy proxy;
  private AppServer server;

  @BeforeAll
  void start(Postgres.Instance postgres) throws Exception {
    databases = new TwoDatabases(postgres, "killed");
    environment = databases.environment();
    DatasetRunner.succeed(environment, "reset");
    proxy = new DatabaseProxy(postgres.port());
    Map<String, String> behindProxy = databases.environment();
    behindProxy.put("DB_MANUFACTURING_PORT", String.valueOf(proxy.port()));
    behindProxy.put("DB_SUPPLIER_PORT", String.valueOf(proxy.port()));
    server = AppServer.start("killed-0", behindProxy).awaitReady();
  }

  @AfterAll
  void stop() throws Exception {
    server.close();
    proxy.close();
  }

  /** The decision is written down before the first database is told of it. */
  @Test
  void whatWasDecidedIsCommittedOnceTheServerIsBack() throws Exception {
    killAt("COMMIT PREPARED");
    assertThat(databases.plant("SELECT count(*) FROM large_orders")).isEqualTo("0");

    comeBack();

    String orderId = databases.shop("SELECT max(id) FROM orders WHERE large_lines > 0");
    assertThat(databases.plant("SELECT order_id FROM large_orders")).isEqualTo(orderId);
    bothAgree();
    databases.changePlant("DELETE FROM large_orders");
    databases.changeShop("UPDATE orders SET large_lines = 0");
  }

  @Test
  void whatWasNotDecidedIsRolledBackOnceTheServerIsBack() throws Exception {
    String orders = databases.shop("SELECT count(*) FROM orders");
    killAt("PREPARE TRANSACTION");
    assertThat(databases.shop("SELECT count(*) FROM orders")).isEqualTo(orders);

    comeBack();

    assertThat(databases.shop("SELECT count(*) FROM orders")).isEqualTo(orders);
    assertThat(databases.plant("SELECT count(*) FROM large_orders")).isEqualTo("0");
    bothAgree();
  }

  private void killAt(String statement) throws Exception {
    proxy.holdAt(statement);
    ApiClient client = server.client();
    client.post("/api/ecperf/cart/lines", "{\"itemId\":5,\"quantity\":60}");
    // Never answered.
    CompletableFuture.runAsync(() -> order(client));
    proxy.awaitHeld(Duration.ofSeconds(30));
    server.kill();
    proxy.release();
    assertThat(databases.inDoubt()).isEqualTo(1);
  }

  private static void order(ApiClient client) {
    try {
      client.post("/api/ecperf/orders", "{\"customerId\":12}");
    } catch (IOException e) {
      // The server has died.
    }
  }

  private void comeBack() throws Exception {
    server = server.restart().awaitReady();
    await().atMost(Duration.ofSeconds(120)).until(() -> databases.inDoubt() == 0);
  }

  private void bothAgree() throws Exception {
    var audit = DatasetRunner.succeed(environment, "audit");
    assertThat(audit.getBoolean("consistent")).as("%s", audit).isTrue();
  }
}
