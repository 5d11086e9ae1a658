package dev.scalelab.benchmark.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.support.ApiClient;
import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.Cluster;
import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.Moves;
import dev.scalelab.benchmark.support.Postgres;
import dev.scalelab.benchmark.support.StateServers;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** State on Infinispan servers outlives all application servers, until the dataset is reset. */
@ExtendWith(Postgres.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RemoteStateIT {

  private static final String SESSIONS = "ROOT.war";
  private static final String BEANS = "ROOT.war/remote";
  private static final String ACCOUNTS = "remote-accounts";

  private StateServers caches;

  private static final List<String> MOVED =
      List.of(
          "infinispan_statistics_approximate_entries",
          "infinispan_statistics_hits",
          "infinispan_statistics_misses",
          "infinispan_statistics_remove_hits",
          "infinispan_statistics_stores",
          "jvm_memory_used_bytes");

  @BeforeAll
  void start() throws Exception {
    caches = StateServers.start();
  }

  @AfterAll
  void stop() throws Exception {
    caches.close();
  }

  /** A cart is a stateful bean, to which its web session refers. */
  @Test
  void aCartOutlivesAllServers() throws Exception {
    Map<String, String> environment = caches.with(Map.of("WORKLOAD", "cart"));
    ApiClient client;
    try (Cluster servers = Cluster.ofTwo(environment)) {
      servers.awaitReady();
      client = servers.first().client();
      addProduct(client);
      addProduct(client);
      ApiClient moved = client.movedTo(servers.second());
      awaitStored(() -> changes(moved), 2);
      // One server has stored what another changes, and finds the change.
      addProduct(moved);
      awaitStored(() -> changes(client), 3);
      servers.first().kill();
      servers.second().kill();
    }
    try (AppServer another = AppServer.start("another", environment).awaitReady()) {
      assertThat(changes(client.movedTo(another))).isEqualTo(3);
      assertThat(caches.entries(BEANS)).isPositive();

      assertThat(DatasetRunner.succeed(environment, "reset").getInt("caches")).isEqualTo(3);

      assertThat(caches.entries(SESSIONS)).isZero();
      assertThat(caches.entries(BEANS)).isZero();
      assertThat(changes(client.movedTo(another))).isZero();
    }
  }

  @Test
  @Moves({
    "infinispan_statistics_approximate_entries",
    "infinispan_statistics_hits",
    "infinispan_statistics_misses",
    "infinispan_statistics_remove_hits",
    "infinispan_statistics_stores",
    "jvm_memory_used_bytes"
  })
  void whatIsScrapedOfTheCachesMoves() throws Exception {
    assertThat(caches.sum("infinispan_cluster_size")).as("each sees both").isEqualTo(4);
    assertThat(caches.sum("jvm_memory_max_bytes")).isGreaterThan(2.0 * 128 * 1024 * 1024);
    Map<String, Double> before = new HashMap<>();
    for (String series : MOVED) {
      before.put(series, caches.sum(series));
    }
    Map<String, String> environment = caches.with(Map.of("WORKLOAD", "cart"));
    try (AppServer server = AppServer.start("moving", environment).awaitReady()) {
      ApiClient client = server.client();
      addProduct(client);
      addProduct(client);
      assertThat(changes(client)).isEqualTo(2);
      assertThat(caches.sum("infinispan_statistics_approximate_entries"))
          .isGreaterThan(before.get("infinispan_statistics_approximate_entries"));
      client.delete("/api/cart");
    }
    for (String series : MOVED) {
      if (!series.endsWith("entries")) {
        assertThat(caches.sum(series)).as(series).isNotEqualTo(before.get(series));
      }
    }
  }

  @Test
  void aWebSessionOutlivesAllServers(Postgres.Instance postgres) throws Exception {
    postgres.createTemplate("remote_store");
    Map<String, String> environment = caches.with(postgres.environment("remote_store"));
    environment.putAll(Map.of("WORKLOAD", "bookstore", "BOOKSTORE_STATE", "web"));
    DatasetRunner.succeed(environment, "reset");
    ApiClient client;
    try (Cluster servers = Cluster.ofTwo(environment)) {
      servers.awaitReady();
      client = servers.first().client();
      ok(client.post("/api/bookstore/login", "{\"readerId\":1,\"pin\":7919}"));
      ok(client.post("/api/bookstore/basket/books", "{\"bookId\":8}"));
      ApiClient reading = client.movedTo(servers.second());
      awaitStored(() -> reading.get("/api/bookstore/basket").number("changes"), 2);
    }
    try (AppServer another = AppServer.start("store-1", environment).awaitReady()) {
      ApiClient moved = client.movedTo(another);
      Answer added = ok(moved.post("/api/bookstore/basket/books", "{\"bookId\":9}"));
      assertThat(added.number("changes")).isEqualTo(3);

      DatasetRunner.succeed(environment, "reset");

      assertThat(caches.entries(SESSIONS)).isZero();
      assertThat(moved.post("/api/bookstore/basket/books", "{\"bookId\":9}").status())
          .isEqualTo(401);
    }
  }

  @Test
  void thePortalsAccountsAreCachedThere(Postgres.Instance postgres) throws Exception {
    postgres.createTemplate("remote_portal");
    Map<String, String> environment = caches.with(postgres.environment("remote_portal"));
    environment.putAll(Map.of("WORKLOAD", "portal", "PORTAL_MAX_AGE_MILLIS", "60000"));
    DatasetRunner.succeed(environment, "reset");
    try (Cluster servers = Cluster.ofTwo(environment)) {
      servers.awaitReady();
      String path = "/api/portal/customers/7/orders";
      Answer read = ok(servers.first().client().get(path));

      assertThat(caches.entries(ACCOUNTS)).isEqualTo(1);
      Answer cached = ok(servers.second().client().get(path));
      assertThat(cached.text("asOf")).isEqualTo(read.text("asOf"));
    }
  }

  /**
   * Waits until the caches have a session's last change, as read by the server that did not make
   * it. The response to a change is sent before the session is stored: a server that is killed in
   * between loses the change.
   */
  private static void awaitStored(Callable<Integer> changes, int expected) {
    await().atMost(Duration.ofSeconds(60)).until(changes, count -> count == expected);
  }

  private static void addProduct(ApiClient client) throws Exception {
    ok(client.post("/api/cart/products", "{\"productId\":1}"));
  }

  private static int changes(ApiClient client) throws Exception {
    return ok(client.get("/api/cart")).number("changes");
  }

  private static Answer ok(Answer answer) {
    assertThat(answer.status()).isEqualTo(200);
    return answer;
  }
}
