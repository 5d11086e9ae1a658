package dev.scalelab.benchmark.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.ecperf.EcperfServer;
import dev.scalelab.benchmark.support.ApiClient.Answer;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.Moves;
import dev.scalelab.benchmark.support.Parallel;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Properties of the server itself: start, health, and a database that fails and recovers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ServerContract {

  private static final String LOST = "scalelab_database_lost_seconds";
  private static final String KEPT = "scalelab_database_kept_seconds";
  private static final Pattern PROBLEM =
      Pattern.compile("^\\S+T\\S+ (WARN|WARNING|ERROR|SEVERE|FATAL) ");

  /** Number of requests sent while the database is down. */
  private static final int REQUESTS = 20;

  private final EcperfServer ecperf;
  private final AppServer server;

  protected ServerContract(EcperfServer ecperf) {
    this.ecperf = ecperf;
    this.server = ecperf.server();
  }

  @Test
  void settingsComeFromTheEnvironment() throws Exception {
    // A connection that the pool creates or validates, after a start or a loss, is not available
    // yet.
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () -> assertThat(server.metric("datasources_pool_available_count")).isEqualTo(7));
    assertThat(server.metric("memory_max_heap_bytes")).isBetween(190e6, 210e6);
    assertThat(server.metric("cpu_available_processors")).isEqualTo(1);
    assertThat(server.metric("io_max_pool_size")).isEqualTo(16);
    assertThat(server.metric("scalelab_cluster_members")).isEqualTo(1);
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

    ecperf.reset();

    Parallel.times(
        20, i -> assertThat(server.client().get("/api/ecperf/orders/1").status()).isEqualTo(200));
  }

  @Test
  @Moves({LOST, KEPT})
  void withoutItsDatabaseTheServerSaysSoAndComesBack() throws Exception {
    ecperf.awaitAnAnsweredProbe();
    double lostBefore = server.metric(LOST);
    int logged = server.console().length();
    allowConnections(false);
    closeConnections();

    Answer answer = server.client().get("/api/ecperf/orders/1");
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.text("error")).isEqualTo("the database is unavailable");
    assertThat(answer.pod()).isEqualTo(server.podName());
    Parallel.times(
        REQUESTS,
        i -> assertThat(server.client().get("/api/ecperf/orders/1").status()).isEqualTo(503));
    await().atMost(Duration.ofSeconds(60)).until(() -> server.readiness() == 503);
    assertThat(ownProblemsSince(logged))
        .as("one line, however many requests fail and however long it lasts")
        .singleElement()
        .asString()
        .contains("No answer from the database: database " + EcperfServer.DATABASE + " at ");
    assertThat(problemsSince(logged))
        .as("including WildFly: fewer than one per request")
        .hasSizeLessThan(REQUESTS / 2);
    assertThat(server.management("/health/ready").body()).contains("database");
    double lost = server.metric(LOST) - lostBefore;
    assertThat(lost).as("all of the 10 s or more: it had closed the connections").isGreaterThan(9);
    assertThat(server.management("/health/live").statusCode()).isEqualTo(200);

    long allowed = System.nanoTime();
    allowConnections(true);
    await().atMost(Duration.ofSeconds(60)).until(() -> server.readiness() == 200);
    assertThat(server.client().get("/api/ecperf/orders/1").status()).isEqualTo(200);
    assertThat(ownProblemsSince(logged))
        .hasSize(2)
        .last()
        .asString()
        .endsWith("The database answers");
    double lostInTheEnd = server.metric(LOST);
    assertThat(lostInTheEnd).as("lost time stays reported").isGreaterThanOrEqualTo(lost);
    await().atMost(Duration.ofSeconds(60)).until(() -> server.metric(KEPT) > 2);
    assertThat(server.metric(LOST)).as("nothing is lost any more").isEqualTo(lostInTheEnd);
    double kept = server.metric(KEPT);
    assertThat(kept).as("since it was lost").isLessThan((System.nanoTime() - allowed) / 1e9);
  }

  @Test
  void aShortOutageOfTheDatabaseIsReportedToo() throws Exception {
    ecperf.awaitAnAnsweredProbe();
    double lostBefore = server.metric(LOST);
    closeConnections();
    await().atMost(Duration.ofSeconds(60)).until(() -> server.metric(LOST) > lostBefore + 0.5);
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> server.client().get("/api/ecperf/orders/1").status() == 200);
    assertThat(server.readiness()).as("the outage was short").isEqualTo(200);
  }

  /** Like a database that restarts. */
  private void closeConnections() throws Exception {
    ecperf
        .postgres()
        .superuser(
            "postgres",
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '%s'"
                .formatted(EcperfServer.DATABASE));
  }

  private void allowConnections(boolean allow) throws Exception {
    ecperf
        .postgres()
        .superuser(
            "postgres",
            "ALTER DATABASE %s ALLOW_CONNECTIONS %b".formatted(EcperfServer.DATABASE, allow));
  }

  /** Warnings and errors logged by the server since this position, without their stack traces. */
  private List<String> problemsSince(int logged) throws IOException {
    return server.console().substring(logged).lines().filter(PROBLEM.asPredicate()).toList();
  }

  /** Those of the application: WildFly also logs a commit on a closed connection. */
  private List<String> ownProblemsSince(int logged) throws IOException {
    return problemsSince(logged).stream().filter(line -> line.contains("[dev.scalelab")).toList();
  }

  @Test
  void onlyThePortalHasAQueue() throws Exception {
    assertThat(server.management("/metrics").body()).doesNotContain("messaging_activemq");
    Answer refused = server.client().post("/api/portal/orders", "{\"customerId\":1}");
    assertThat(refused.status()).as("only the workload in use is deployed").isEqualTo(404);
  }
}
