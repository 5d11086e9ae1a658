package dev.scalelab.benchmark.portal.interfaces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.page.PageChecks;
import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.Cluster;
import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.Postgres;
import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Two servers of the portal, with one database or several; the first of them. */
record PortalCluster(
    Postgres.Instance postgres, String database, Map<String, String> environment, Cluster cluster)
    implements AutoCloseable {

  /** The maximum age of a returned status: enough for a dozen requests on a busy machine. */
  static final int MAX_AGE_MILLIS = 8000;

  /** The server's log message for a message moved to the dead letter queue. */
  static final String GIVEN_UP = "AMQ222149";

  /** Listeners of each server. */
  static final int LISTENERS = 3;

  static PortalCluster start(Postgres.Instance postgres, String cache) throws Exception {
    String database = "portal_" + cache;
    postgres.createTemplate(database);
    return start(postgres, database, postgres.environment(database), cache);
  }

  static PortalCluster start(
      Postgres.Instance postgres, String database, Map<String, String> settings, String cache)
      throws Exception {
    Map<String, String> environment = new HashMap<>(settings);
    environment.putAll(PageChecks.SETTINGS);
    environment.putAll(
        Map.of(
            "WORKLOAD",
            "portal",
            "PORTAL_CACHE",
            cache,
            "PORTAL_LISTENERS",
            "" + LISTENERS,
            "PORTAL_MAX_AGE_MILLIS",
            "" + MAX_AGE_MILLIS));
    DatasetRunner.succeed(environment, "reset");
    PortalCluster started =
        new PortalCluster(postgres, database, environment, Cluster.ofTwo(environment));
    started.cluster.awaitReady();
    return started;
  }

  List<AppServer> servers() {
    return List.of(cluster.first(), cluster.second());
  }

  /** The number of a customer's orders, as returned by a server. */
  static int orderCount(AppServer server, int customer) throws Exception {
    return orders(server, customer).number("orderCount");
  }

  static Answer orders(AppServer server, int customer) throws Exception {
    Answer answer = server.client().get("/api/portal/customers/" + customer + "/orders");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.pod()).isEqualTo(server.podName());
    return answer;
  }

  /** The status of an order, as returned by a server; empty if it is not among the latest. */
  static String status(AppServer server, int customer, String number) throws Exception {
    return orders(server, customer).json().getJsonArray("orders").stream()
        .map(JsonValue::asJsonObject)
        .filter(order -> order.getString("number").equals(number))
        .map(order -> order.getString("status"))
        .findFirst()
        .orElse("");
  }

  /** Sends an order, which must be accepted, and returns its number. */
  static String order(AppServer server, int customer) throws Exception {
    Answer answer = server.client().post("/api/portal/orders", "{\"customerId\":" + customer + "}");
    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.pod()).isEqualTo(server.podName());
    return answer.text("number");
  }

  /** The tickets of a customer, as returned by a server. */
  static List<JsonObject> tickets(AppServer server, int customer) throws Exception {
    Answer answer = server.client().get("/api/portal/customers/" + customer + "/tickets");
    assertThat(answer.status()).isEqualTo(200);
    return answer.json().getJsonArray("tickets").getValuesAs(JsonObject.class);
  }

  /** Creates a ticket, and returns its number. */
  static String ticket(AppServer server, int customer) throws Exception {
    Answer answer =
        server.client().post("/api/portal/tickets", "{\"customerId\":" + customer + "}");
    assertThat(answer.status()).isEqualTo(201);
    return answer.text("number");
  }

  /** Messages in a queue of a server: orders, or the dead letter queue. */
  static int messages(AppServer server, String queue) throws IOException {
    return (int)
        server.metric(
            "messaging_activemq_message_count{app=\"wildfly\",deployment=\"\",name=\"%s\""
                .formatted(queue));
  }

  /**
   * Each accepted order was executed: no queue contains any or its change, and the dead letter
   * queue does not either.
   */
  void assertThatNoOrderIsLeft() throws Exception {
    for (AppServer server : servers()) {
      await()
          .alias("orders in the queue of " + server.podName())
          .atMost(Duration.ofSeconds(60))
          .until(() -> messages(server, "orders") + messages(server, "portal.changes") == 0);
      assertThat(messages(server, "dead")).as("orders in the dead letter queue").isZero();
      assertThat(server.console()).doesNotContain(GIVEN_UP);
    }
  }

  /** Number of processed orders, by the audit, when no more are processed. */
  int taken() {
    JsonObject audit = DatasetRunner.succeed(environment, "audit");
    assertThat(audit.getBoolean("consistent")).isTrue();
    return audit.getJsonObject("done").getInt("order");
  }

  /** Number of a customer's orders in the database. */
  int inDatabase(int customer) throws Exception {
    return Integer.parseInt(query("SELECT count(*) FROM orders WHERE customer_id = " + customer));
  }

  /** Number of a customer's orders in the database that are executed. */
  int executed(int customer) throws Exception {
    return Integer.parseInt(
        query(
            "SELECT count(*) FROM orders WHERE status = 'EXECUTED' AND customer_id = " + customer));
  }

  String query(String sql) throws Exception {
    return postgres.query(database, sql);
  }

  /** Makes the database reject new connections, and closes the existing ones. */
  void closeDatabase() throws Exception {
    postgres.superuser("postgres", "ALTER DATABASE " + database + " ALLOW_CONNECTIONS false");
    cutConnections();
  }

  void openDatabase() throws Exception {
    postgres.superuser("postgres", "ALTER DATABASE " + database + " ALLOW_CONNECTIONS true");
  }

  /** Makes the database reject changes of orders, but no orders; or accept them again. */
  void closeToChanges(boolean closed) throws Exception {
    postgres.superuser(
        database,
        "ALTER TABLE orders "
            + (closed
                ? "ADD CONSTRAINT no_change CHECK (status <> 'EXECUTED') NOT VALID"
                : "DROP CONSTRAINT no_change"));
  }

  /** Ends all the servers' connections to the database. */
  void cutConnections() throws Exception {
    postgres.superuser(
        "postgres",
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '%s' AND usename = '%s'"
            .formatted(database, Postgres.USER));
  }

  /** Waits until a session of the database that meets the condition waits for a lock. */
  void awaitWaiting(String who, String condition) {
    await()
        .alias(who + " waits for a lock")
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(20))
        .until(
            () ->
                !query(
                        "SELECT count(*) FROM pg_stat_activity WHERE datname = '%s' AND wait_event_type = 'Lock' AND %s"
                            .formatted(database, condition))
                    .equals("0"));
  }

  @Override
  public void close() throws Exception {
    cluster.close();
  }
}
