package dev.scalelab.benchmark.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.benchmark.ecperf.EcperfServer;
import dev.scalelab.benchmark.support.ApiClient;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.Moved;
import dev.scalelab.benchmark.support.Moves;
import dev.scalelab.benchmark.support.Parallel;
import dev.scalelab.benchmark.support.Postgres;
import java.sql.Connection;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;

/** Metrics of a single server, each under a load that has to move it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class MetricsContract {

  private static final String FAILED_WAITS = "datasources_pool_blocking_failure_count";
  private static final String ERRORS = "undertow_error_count_total";
  private static final String ORDER = "/api/ecperf/orders/1";

  /** More than the server's 16 request threads, which are more than its 7 connections. */
  private static final int REQUESTS = 40;

  private final EcperfServer ecperf;
  private final AppServer server;

  protected MetricsContract(EcperfServer ecperf) {
    this.ecperf = ecperf;
    this.server = ecperf.server();
  }

  @BeforeAll
  void reset() {
    ecperf.reset();
    ecperf.awaitAnAnsweredProbe();
  }

  @Test
  @Moves({
    "undertow_request_count_total",
    "undertow_total_request_time_seconds_total",
    "cpu_process_cpu_time_seconds",
    "scalelab_jit_seconds",
    "memory_used_heap_bytes",
    "gc_time_seconds_total",
    "gc_total",
    "infinispan_number_of_entries",
    "infinispan_hits_total",
    "infinispan_writes_total"
  })
  void sessionsMoveWhatCountsWork(TestInfo test) throws Exception {
    Moved moved = Moved.before(test, server);
    moved.checkDuring(
        i -> {
          ApiClient client = server.client();
          client.post("/api/ecperf/cart/lines", "{\"itemId\":7,\"quantity\":3}");
          assertThat(client.get("/api/ecperf/cart").number("lines")).isEqualTo(1);
        });
  }

  /** As for a session whose server was lost with its only copy. */
  @Test
  @Moves("infinispan_misses_total")
  void sessionsThatAreNotThereMoveTheMisses(TestInfo test) throws Exception {
    Moved moved = Moved.before(test, server);
    ApiClient client = server.client();
    client.post("/api/ecperf/cart/lines", "{\"itemId\":7,\"quantity\":3}");
    ApiClient sameSession = client.movedTo(server);
    client.post("/api/ecperf/orders", "{\"customerId\":12}");

    assertThat(sameSession.get("/api/ecperf/cart").number("lines")).isZero();
    moved.check();
  }

  /** All of them need a table that another client has locked. */
  @Test
  @Moves({
    "datasources_pool_in_use_count",
    "datasources_pool_available_count",
    "datasources_pool_wait_count",
    "io_busy_task_thread_count",
    "io_queue_size",
    FAILED_WAITS,
    "datasources_pool_total_blocking_time",
    "datasources_pool_total_usage_time"
  })
  void requestsThatWaitMoveWhatCountsWaiting(TestInfo test) throws Exception {
    Moved moved = Moved.before(test, server);
    CompletableFuture<Void> requests;
    try (Connection other = ecperf.postgres().connect(EcperfServer.DATABASE, Postgres.USER);
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("LOCK TABLE orders");
      requests = CompletableFuture.runAsync(this::manyRequests);
      // In the order of the list: a request fails after it has waited for a connection for five
      // seconds, and the time of those counts that get one in the end.
      moved.checkDuring(
          i -> {
            if (moved.by(FAILED_WAITS) > 0) {
              other.rollback();
            }
          });
    }
    requests.join();
  }

  private void manyRequests() {
    try {
      Parallel.times(REQUESTS, REQUESTS, i -> server.client().get(ORDER));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Adding up all series of the name would count each request twice. */
  @Test
  void aRequestIsCountedByTheListenerAndByTheServlet() throws Exception {
    String byListener =
        "undertow_request_count_total{app=\"wildfly\",deployment=\"\",name=\"default\",subdeployment=\"\",type=\"http-listener\"}";
    String byServlet =
        "undertow_request_count_total{app=\"ROOT.war\",deployment=\"ROOT.war\",name=\"dev.scalelab.benchmark.web.ApiApplication\"";
    double listener = server.total(byListener);
    double servlet = server.total(byServlet);
    double both = server.total("undertow_request_count_total");
    for (int i = 0; i < 5; i++) {
      server.client().get(ORDER);
    }

    assertThat(server.total(byListener)).isEqualTo(listener + 5);
    assertThat(server.total(byServlet)).isEqualTo(servlet + 5);
    assertThat(server.total("undertow_request_count_total")).isEqualTo(both + 10);
  }

  @Test
  @Moves(ERRORS)
  void onlyErrorsWithStatus500AreCountedAsErrors(TestInfo test) throws Exception {
    Moved moved = Moved.before(test, server);
    // Only the workload in use is deployed.
    for (int i = 0; i < 3; i++) {
      assertThat(server.client().post("/api/portal/orders", "{\"customerId\":1}").status())
          .isEqualTo(404);
    }
    assertThat(moved.by(ERRORS)).as("after responses with status 404").isZero();

    ecperf.change("ALTER TABLE orders RENAME COLUMN discount_percent TO discount");
    try {
      assertThat(server.client().get(ORDER).status()).isEqualTo(500);
    } finally {
      ecperf.change("ALTER TABLE orders RENAME COLUMN discount TO discount_percent");
    }
    assertThat(moved.by(ERRORS)).as("after one with status 500").isEqualTo(1);
  }
}
