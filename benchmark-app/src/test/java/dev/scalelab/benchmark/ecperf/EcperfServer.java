package dev.scalelab.benchmark.ecperf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.page.PageChecks;
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

/** One server of ecperf on one database, with the page, and with suppliers in some tests. */
public record EcperfServer(
    Postgres.Instance postgres, Map<String, String> environment, int emulatorPort, AppServer server)
    implements AutoCloseable {

  /** The database. */
  public static final String DATABASE = "one_server";

  static EcperfServer start(Postgres.Instance postgres) throws Exception {
    postgres.createTemplate(DATABASE);
    Map<String, String> environment = postgres.environment(DATABASE);
    DatasetRunner.succeed(environment, "reset");
    int emulatorPort = Ports.free("127.0.0.1");
    environment.putAll(PageChecks.SETTINGS);
    environment.putAll(Map.of("POOL_MAX_SIZE", "7", "POOL_MIN_SIZE", "3", "HEAP", "200m"));
    environment.put("LARGE_ORDER_PIECES", "50");
    environment.put("SUPPLIER_URL", "http://127.0.0.1:" + emulatorPort);
    // Longer than the maximum length of a transaction manager's name.
    String name = "an-experiment-with-a-long-name-two-databases-16-app-0";
    return new EcperfServer(
        postgres, environment, emulatorPort, AppServer.start(name, environment).awaitReady());
  }

  /** Resets the data; the server is not notified. */
  public void reset() {
    DatasetRunner.succeed(environment, "reset");
  }

  /** Waits until the server has reconnected to its database after a reset, and has reported it. */
  public void awaitAnAnsweredProbe() {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> server.management("/health/ready").body().contains("\"problem\":\"\""));
  }

  /** The audit's record, which must be without faults. */
  public JsonObject consistent() {
    JsonObject audit = DatasetRunner.succeed(environment, "audit");
    assertThat(audit.getBoolean("consistent")).as("%s", audit).isTrue();
    return audit;
  }

  /** A count of the audit. */
  public int count(String name) {
    return DatasetRunner.succeed(environment, "audit").getJsonObject("counts").getInt(name);
  }

  /** The single value of a query, as text. */
  public String query(String sql) throws SQLException {
    return postgres.query(DATABASE, sql);
  }

  /** Executes a statement as the superuser. */
  public void change(String sql) throws SQLException {
    postgres.superuser(DATABASE, sql);
  }

  /** Suppliers that deliver to the server, until they are closed. */
  public Emulator emulator(Map<String, String> settings) throws Exception {
    Map<String, String> all = new HashMap<>(settings);
    all.put("DELIVERY_URL", server.url() + "/api/ecperf/purchase-orders");
    return Emulator.start(emulatorPort, all);
  }

  @Override
  public void close() throws Exception {
    server.close();
  }
}
