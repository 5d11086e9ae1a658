package dev.scalelab.benchmark.ecperf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.support.ApiClient;
import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.Cluster;
import dev.scalelab.benchmark.support.DatabaseProxy;
import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.DomainDatabases;
import dev.scalelab.benchmark.support.DomainDatabases.Grouping;
import dev.scalelab.benchmark.support.Emulator;
import dev.scalelab.benchmark.support.Ports;
import dev.scalelab.benchmark.support.Postgres;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Two servers of ecperf on one PostgreSQL, with suppliers that deliver immediately, to the second
 * server. The database of manufacturing and suppliers is behind a proxy.
 */
record EcperfCluster(
    DomainDatabases databases, DatabaseProxy proxy, Cluster cluster, Emulator emulator)
    implements AutoCloseable {

  static EcperfCluster start(
      Postgres.Instance postgres, Grouping grouping, Map<String, String> further) throws Exception {
    DomainDatabases databases =
        new DomainDatabases(postgres, grouping.name().toLowerCase(), grouping);
    DatabaseProxy proxy = new DatabaseProxy(postgres.port());
    int emulatorPort = Ports.free("127.0.0.1");
    Map<String, String> environment = databases.environment();
    if (grouping != Grouping.ALL_IN_ONE) {
      environment.put("DB_MANUFACTURING_PORT", String.valueOf(proxy.port()));
      environment.put("DB_SUPPLIER_PORT", String.valueOf(proxy.port()));
    }
    environment.put("SUPPLIER_URL", "http://127.0.0.1:" + emulatorPort);
    environment.putAll(further);
    Cluster cluster = Cluster.ofTwo(environment);
    if (grouping != Grouping.ALL_IN_ONE) {
      awaitWaitingForData(cluster);
    }
    DatasetRunner.succeed(databases.environment(), "reset");
    cluster.awaitReady();
    Map<String, String> delivery = new HashMap<>();
    delivery.put("DELIVERY_URL", cluster.second().url() + "/api/ecperf/purchase-orders");
    delivery.put("DELIVERY_MIN_MILLIS", "0");
    delivery.put("DELIVERY_MAX_MILLIS", "200");
    return new EcperfCluster(databases, proxy, cluster, Emulator.start(emulatorPort, delivery));
  }

  /** Servers with a transaction log that are started before their data wait for it. */
  private static void awaitWaitingForData(Cluster cluster) {
    for (AppServer server : List.of(cluster.first(), cluster.second())) {
      await()
          .alias(server.podName() + " waits for its data")
          .atMost(Duration.ofSeconds(60))
          .until(() -> server.console().contains("_transactions; dataset reset"));
    }
  }

  AppServer a() {
    return cluster.first();
  }

  AppServer b() {
    return cluster.second();
  }

  /** The first server for even numbers, the second for odd ones. */
  AppServer server(int number) {
    return number % 2 == 0 ? a() : b();
  }

  List<AppServer> servers() {
    return List.of(a(), b());
  }

  /** Resets the data; the servers are not notified. */
  void reset() throws Exception {
    DatasetRunner.succeed(databases.environment(), "reset");
  }

  /** The audit's record, which must be without faults. */
  JsonObject consistent() throws Exception {
    JsonObject audit = DatasetRunner.succeed(databases.environment(), "audit");
    assertThat(audit.getBoolean("consistent")).as("%s", audit).isTrue();
    return audit;
  }

  /** Orders this number of pieces of each item at a server. */
  static Answer order(AppServer server, int pieces, int... items) throws IOException {
    ApiClient client = server.client();
    for (int item : items) {
      client.post(
          "/api/ecperf/cart/lines", "{\"itemId\":%d,\"quantity\":%d}".formatted(item, pieces));
    }
    return client.post("/api/ecperf/orders", "{\"customerId\":12}");
  }

  /** Places an order, which must be accepted, and returns its id. */
  static int placed(AppServer server, int pieces, int... items) throws IOException {
    Answer answer = order(server, pieces, items);
    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.pod()).isEqualTo(server.podName());
    return answer.number("orderId");
  }

  /** Requests a work order, or a step of one, from a server. */
  static Answer work(AppServer server, String path, String body) throws IOException {
    Answer answer = server.client().post("/api/ecperf/work-orders/" + path, body);
    assertThat(answer.pod()).isEqualTo(server.podName());
    return answer;
  }

  @Override
  public void close() throws Exception {
    emulator.close();
    cluster.close();
    proxy.close();
  }
}
