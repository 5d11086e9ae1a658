package dev.scalelab.benchmark.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.Parallel;
import dev.scalelab.benchmark.support.Postgres;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The server's own promises: start, health, metrics, and a database that comes and goes. */
@ExtendWith(Postgres.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServerIT {
  private static final String LOST = "scalelab_database_lost_seconds";
  private static final String KEPT = "scalelab_database_kept_seconds";

  private Postgres.Instance postgres;
  private Map<String, String> environment;
  private AppServer server;

  @BeforeAll
  void start(Postgres.Instance instance) throws Exception {
    postgres = instance;
    postgres.createTemplate("server");
    environment = postgres.environment("server");
    environment.putAll(Map.of("POOL_MAX_SIZE", "7", "POOL_MIN_SIZE", "3", "HEAP", "200m"));
    environment.put("SUPPLIER_URL", "http://127.0.0.1:9"); // asks for orders to send, of none
    DatasetRunner.succeed(environment, "reset");
    // Longer than a transaction manager's name may be.
    server =
        AppServer.start("an-experiment-with-a-long-name-two-databases-16-app-0", environment)
            .awaitReady();
  }

  @AfterAll
  void stop() throws Exception {
    server.close();
  }

  @Test
  void settingsComeFromTheEnvironment() throws Exception {
    // A connection that the pool makes or checks, after a start or a loss, is not available yet.
    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(
            () -> assertThat(server.metric("datasources_pool_available_count")).isEqualTo(7));
    assertThat(server.metric("memory_max_heap_bytes")).isBetween(190e6, 210e6);
    assertThat(server.metric("cpu_available_processors")).isEqualTo(1);
    assertThat(server.metric("io_max_pool_size")).isEqualTo(16);
    assertThat(server.metric("scalelab_cluster_members")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "datasources_pool_in_use_count",
        "datasources_pool_available_count",
        "datasources_pool_wait_count",
        "datasources_pool_total_blocking_time",
        "datasources_pool_blocking_failure_count",
        "io_busy_task_thread_count",
        "io_max_pool_size",
        "io_queue_size",
        "undertow_request_count_total",
        "undertow_error_count_total",
        "memory_used_heap_bytes",
        "memory_max_heap_bytes",
        "gc_time_seconds_total",
        "gc_total",
        "cpu_process_cpu_time_seconds",
        "infinispan_number_of_entries",
        "infinispan_hits_total",
        "infinispan_writes_total",
        "infinispan_replication_count_total",
        "jgroups_sent_bytes",
        "scalelab_cluster_members",
      })
  void everyMetricOfTheReadmeIsThere(String name) throws Exception {
    assertThat(server.metric(name)).isNotNegative();
  }

  @Test
  void requestsAreCounted() throws Exception {
    String series = "undertow_request_count_total{app=\"wildfly\"";
    double before = server.metric(series);
    for (int i = 0; i < 5; i++) {
      server.client().get("/api/ecperf/orders/1");
    }

    assertThat(server.metric(series)).isEqualTo(before + 5);
  }

  @Test
  void theManagementInterfaceShowsHealthAndMetricsAndNothingElse() throws Exception {
    assertThat(server.management("/health/live").statusCode()).isEqualTo(200);
    assertThat(server.management("/health/started").statusCode()).isEqualTo(200);
    assertThat(server.management("/management").statusCode()).isEqualTo(401);
  }

  @Test
  void noRequestFailsOnConnectionsThatAResetHasCut() throws Exception {
    Parallel.times(20, i -> server.client().get("/api/ecperf/orders/1"));

    DatasetRunner.succeed(environment, "reset");

    Parallel.times(
        20, i -> assertThat(server.client().get("/api/ecperf/orders/1").status()).isEqualTo(200));
  }

  @Test
  void withoutItsDatabaseTheServerSaysSoAndComesBack() throws Exception {
    awaitAnAnsweredProbe();
    double lostBefore = server.metric(LOST);
    int logged = server.console().length();
    postgres.superuser("postgres", "ALTER DATABASE server ALLOW_CONNECTIONS false");
    closeConnections();

    Answer answer = server.client().get("/api/ecperf/orders/1");
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.text("error")).isEqualTo("the database is unavailable");
    assertThat(answer.pod()).isEqualTo(server.podName());
    Parallel.times(
        20, i -> assertThat(server.client().get("/api/ecperf/orders/1").status()).isEqualTo(503));
    await().atMost(Duration.ofSeconds(40)).until(() -> server.readiness() == 503);
    assertThat(problemsSince(logged))
        .as("one line, however many requests fail and however long it lasts")
        .singleElement()
        .asString()
        .contains("No answer from the database: database server at ");
    assertThat(server.management("/health/ready").body()).contains("database");
    double lost = server.metric(LOST) - lostBefore;
    assertThat(lost)
        .as("of 10 s and more without it, all: it had closed the connections")
        .isGreaterThan(9);
    assertThat(server.management("/health/live").statusCode()).isEqualTo(200);

    postgres.superuser("postgres", "ALTER DATABASE server ALLOW_CONNECTIONS true");
    await().atMost(Duration.ofSeconds(40)).until(() -> server.readiness() == 200);
    assertThat(server.client().get("/api/ecperf/orders/1").status()).isEqualTo(200);
    assertThat(problemsSince(logged)).hasSize(2).last().asString().endsWith("The database answers");
    double lostInTheEnd = server.metric(LOST);
    assertThat(lostInTheEnd).as("what was lost stays told").isGreaterThanOrEqualTo(lost);
    TimeUnit.SECONDS.sleep(6);
    assertThat(server.metric(LOST)).as("nothing is lost any more").isEqualTo(lostInTheEnd);
    assertThat(server.metric(KEPT)).as("since it was lost").isBetween(6.0, 20.0);
  }

  @Test
  void aDatabaseThatIsAwayForAMomentIsToldToo() throws Exception {
    awaitAnAnsweredProbe();
    double lostBefore = server.metric(LOST);
    closeConnections();
    await().atMost(Duration.ofSeconds(10)).until(() -> server.metric(LOST) > lostBefore + 0.5);
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> server.client().get("/api/ecperf/orders/1").status() == 200);
    assertThat(server.readiness()).as("it was not away for long").isEqualTo(200);
  }

  /** Another test may have cut its connection just now. */
  private void awaitAnAnsweredProbe() {
    await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> server.management("/health/ready").body().contains("\"problem\":\"\""));
  }

  /** As a database does that starts anew. */
  private void closeConnections() throws Exception {
    postgres.superuser(
        "postgres",
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'server'");
  }

  /** What the server has written since, but for lines that tell of no problem. */
  private List<String> problemsSince(int logged) throws IOException {
    return server
        .console()
        .substring(logged)
        .lines()
        .filter(line -> !line.contains(" INFO "))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"DB_HOST", "DB_NAME", "DB_USER", "DB_PASSWORD"})
  void aMissingSettingEndsTheStartWithItsName(String name) throws Exception {
    Map<String, String> settings = new HashMap<>(environment);
    settings.remove(name);

    assertThat(refusal(settings)).isEqualToIgnoringNewLines(name + " is not set");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "WORKLOAD | shop | WORKLOAD must be ecperf, bookstore, cart, cells or portal, not shop",
        "CART_STATE_BYTES | 10k | CART_STATE_BYTES must be a whole number of bytes, at most 9999999, not 10k",
        "PAGE | yes | PAGE must be true or false, not yes",
        "CART_STATE_BYTES | -1 | CART_STATE_BYTES must be a whole number of bytes, at most 9999999, not -1",
      })
  void aBadSettingEndsTheStartWithItsRule(String name, String value, String message)
      throws Exception {
    Map<String, String> settings = new HashMap<>(Map.of("WORKLOAD", "cart"));
    settings.put(name, value);

    assertThat(refusal(settings)).isEqualToIgnoringNewLines(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "LARGE_ORDER_PIECES | 0 | LARGE_ORDER_PIECES must be a whole number from 1 to 999999, not"
            + " 0",
        "LARGE_ORDER_PIECES | 1e3 | LARGE_ORDER_PIECES must be a whole number from 1 to 999999, not"
            + " 1e3",
        "SUPPLIER_URL | emulator:8080 | SUPPLIER_URL must be an http or https address, not"
            + " emulator:8080",
      })
  void aBadSettingOfEcperfEndsTheStartWithItsRule(String name, String value, String message)
      throws Exception {
    Map<String, String> settings = new HashMap<>(environment);
    settings.put(name, value);

    assertThat(refusal(settings)).isEqualToIgnoringNewLines(message);
  }

  @Test
  void anUnknownPlaceForTheBookStoresStateEndsTheStart() throws Exception {
    Map<String, String> settings = new HashMap<>(environment);
    settings.putAll(Map.of("WORKLOAD", "bookstore", "BOOKSTORE_STATE", "disk"));

    assertThat(refusal(settings))
        .isEqualToIgnoringNewLines("BOOKSTORE_STATE must be web, bean or both, not disk");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PORTAL_CACHE | none | PORTAL_CACHE must be replicated or owner, not none",
        "PORTAL_LISTENERS | 0 | PORTAL_LISTENERS must be a whole number from 1 to 99, not 0",
        "PORTAL_LISTENERS | 100 | PORTAL_LISTENERS must be a whole number from 1 to 99, not 100",
        "PORTAL_MAX_AGE_MILLIS | 2s | PORTAL_MAX_AGE_MILLIS must be a whole number from 1 to 999999, not 2s",
        "PORTAL_MAX_AGE_MILLIS | 0 | PORTAL_MAX_AGE_MILLIS must be a whole number from 1 to 999999, not 0",
      })
  void aBadSettingOfThePortalEndsTheStart(String name, String value, String message)
      throws Exception {
    Map<String, String> settings = new HashMap<>(environment);
    settings.putAll(Map.of("WORKLOAD", "portal", name, value));

    assertThat(refusal(settings)).isEqualToIgnoringNewLines(message);
  }

  @Test
  void onlyThePortalHasAQueue() throws Exception {
    assertThat(server.management("/metrics").body()).doesNotContain("messaging_activemq");
    Answer refused = server.client().post("/api/portal/orders", "{\"customerId\":1}");
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.text("error")).isEqualTo("the queue of orders is unavailable");
  }

  /** What a start with bad settings says. */
  private static String refusal(Map<String, String> settings) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("sh", System.getProperty("tools.directory") + "/bin/server")
            .redirectErrorStream(true);
    builder.environment().putAll(settings);
    Process process = builder.start();
    try {
      // A start that goes on would say more, and not end.
      assertThat(process.waitFor(10, TimeUnit.SECONDS)).as("the start has ended").isTrue();
      assertThat(process.exitValue()).isEqualTo(2);
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } finally {
      process.destroyForcibly();
    }
  }
}
