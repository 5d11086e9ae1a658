package dev.scalelab.operator.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.measurement.Signal;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.support.Experiments;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The queries of CloudNativePG's exporter, at a real PostgreSQL with sessions that wait. */
class DatabaseMonitoringTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static RealPostgres postgres;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    // A commit takes a tenth of a second, without CPU.
    postgres =
        RealPostgres.start("commit_delay=100000", "commit_siblings=0", "synchronous_commit=on");
    postgres.sql("ecperf", "CREATE TABLE orders (id int PRIMARY KEY, n int)");
    postgres.sql("ecperf", "INSERT INTO orders VALUES (1, 0), (2, 0)");
  }

  @AfterAll
  static void stop() throws IOException, InterruptedException {
    if (postgres != null) {
      postgres.close();
    }
  }

  /** Their time would be that of the next test too. */
  @AfterEach
  void endSessions() {
    postgres.endSessions();
    String count = "SELECT count(*) FROM pg_stat_activity WHERE datname = 'ecperf'";
    Awaitility.await("no session")
        .atMost(PATIENCE)
        .until(() -> postgres.sql("postgres", count).equals(List.of("0")));
  }

  @Test
  void committingConnectionsAreCounted() throws IOException {
    String one = "BEGIN; UPDATE orders SET n = n + 1 WHERE id = 2;\nCOMMIT;\n";
    postgres.session(one.repeat(600));

    Awaitility.await().atMost(PATIENCE).until(() -> value("committing") == 1);
  }

  /** Each once: of three that wait for one row, the last is blocked by all three others. */
  @Test
  void connectionsThatWaitForALockAreCountedOnce() throws IOException {
    String locked = "BEGIN;\nUPDATE orders SET n = n + 1 WHERE id = 1;\n";
    for (int session = 0; session < 4; session++) {
      postgres.session(locked);
    }

    Awaitility.await().atMost(PATIENCE).until(() -> value("lock_waiters") == 3);
  }

  @Test
  void theTimeOfStatementsAndBetweenThemGrows() throws IOException, InterruptedException {
    double active = value("active_seconds");
    double idle = value("idle_in_transaction_seconds");

    // PostgreSQL reports nothing of a session that has touched no table.
    postgres.session(
        "SELECT n, pg_sleep(1) FROM orders WHERE id = 1;\nBEGIN;\nSELECT n FROM orders;\n\\! sleep 2\nCOMMIT;\n");

    Awaitility.await().atMost(PATIENCE).until(() -> value("active_seconds") - active >= 0.9);
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> value("idle_in_transaction_seconds") - idle >= 1.5);
  }

  @Test
  void connectionsOfTheExporterItselfAreNotCounted() throws IOException, InterruptedException {
    double before = value("active_seconds");
    postgres.sql("postgres", "SELECT pg_sleep(1) FROM pg_class LIMIT 1");
    Thread.sleep(1500); // statistics are reported once a second

    assertThat(value("active_seconds") - before).isLessThan(0.9);
    assertThat(value("io")).isZero();
  }

  @Test
  void everyMetricIsASignalAndEveryColumnAMetric() throws IOException, InterruptedException {
    List<String> metrics = new ArrayList<>();
    for (Map.Entry<String, JsonNode> query : queries().entrySet()) {
      List<String> names = new ArrayList<>();
      query.getValue().path("metrics").forEach(metric -> names.add(metric.fieldNames().next()));
      assertThat(columns(query.getValue())).isEqualTo(names);
      names.forEach(name -> metrics.add("cnpg_" + query.getKey() + "_" + name));
    }

    assertThat(metrics)
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(Signal.values())
                .map(Signal::metric)
                .filter(metric -> metric.startsWith("cnpg_scalelab_"))
                .toList());
  }

  @Test
  void theClusterRefersToItsConfigMap() {
    ScalabilityExperiment experiment = Experiments.small("default");
    Configuration configuration = Experiments.two(experiment);
    ConfigMap map =
        DatabaseMonitoring.configMap(experiment, configuration, configuration.databases().get(0));
    GenericKubernetesResource cluster =
        new DatabaseManifest(Experiments.images())
            .cluster(experiment, configuration, configuration.databases().get(0));
    Map<?, ?> reference =
        (Map<?, ?>) ((List<?>) cluster.get("spec", "monitoring", "customQueriesConfigMap")).get(0);

    assertThat(reference.get("name")).isEqualTo(map.getMetadata().getName());
    assertThat(map.getData()).containsOnlyKeys((String) reference.get("key"));
    assertThat(map.getMetadata().getLabels())
        .as("removed with its database")
        .containsAllEntriesOf(cluster.getMetadata().getLabels());
  }

  /** The value of a metric now. */
  private static double value(String metric) throws IOException, InterruptedException {
    for (JsonNode query : queries().values()) {
      List<String> columns = columns(query);
      if (columns.contains(metric)) {
        String row = postgres.sql("postgres", query.path("query").asText()).get(0);
        return Double.parseDouble(row.split("\\|")[columns.indexOf(metric)]);
      }
    }
    throw new AssertionError("no query has " + metric);
  }

  private static List<String> columns(JsonNode query) throws IOException, InterruptedException {
    List<String> rows =
        postgres.sql(
            "postgres",
            "CREATE TEMP VIEW one AS %s; SELECT attname FROM pg_attribute WHERE attrelid = 'one'::regclass ORDER BY attnum"
                .formatted(query.path("query").asText()));
    return rows.stream().filter(row -> !row.startsWith("CREATE")).toList();
  }

  private static Map<String, JsonNode> queries() throws IOException {
    Map<String, JsonNode> queries = new LinkedHashMap<>();
    new YAMLMapper()
        .readTree(DatabaseMonitoring.QUERIES)
        .properties()
        .forEach(query -> queries.put(query.getKey(), query.getValue()));
    return queries;
  }
}
