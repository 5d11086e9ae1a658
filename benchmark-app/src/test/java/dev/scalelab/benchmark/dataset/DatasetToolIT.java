package dev.scalelab.benchmark.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.Postgres;
import jakarta.json.JsonObject;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** The dataset tool against a real PostgreSQL. */
@ExtendWith(Postgres.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DatasetToolIT {

  private static final String CHECKSUM =
"""
SELECT md5(string_agg(part, ';')) FROM (
  SELECT md5(string_agg(c::text, ',' ORDER BY id)) FROM customers c
  UNION ALL SELECT md5(string_agg(i::text, ',' ORDER BY id)) FROM items i
  UNION ALL SELECT md5(string_agg(o::text, ',' ORDER BY id)) FROM orders o
  UNION ALL SELECT md5(string_agg(l::text, ',' ORDER BY order_id, item_id)) FROM order_lines l
  UNION ALL SELECT md5(string_agg(p::text, ',' ORDER BY id)) FROM parts p
  UNION ALL SELECT md5(string_agg(b::text, ',' ORDER BY assembly_id, part_id)) FROM bill_of_materials b
  UNION ALL SELECT md5(string_agg(s::text, ',' ORDER BY part_id)) FROM inventory s
) AS parts (part)\
""";

  private Postgres.Instance postgres;
  private Map<String, String> environment;

  @BeforeAll
  void createTemplate(Postgres.Instance instance) throws SQLException {
    postgres = instance;
    postgres.createTemplate("tool");
  }

  @BeforeEach
  void settings() {
    environment = postgres.environment("tool");
  }

  @Test
  void sizesFollowTheScale() throws Exception {
    environment.put("SCALE", "3");
    JsonObject record = DatasetRunner.run(environment, "reset").record();

    assertThat(record.getString("record")).isEqualTo("reset");
    assertThat(record.getInt("scale")).isEqualTo(3);
    assertThat(count("customers")).isEqualTo("1..450 (450)");
    assertThat(count("items")).isEqualTo("1..300 (300)");
    assertThat(count("orders")).isEqualTo("1..2250 (2250)");
    assertThat(count("suppliers")).isEqualTo("1..30 (30)");
    assertThat(count("parts")).isEqualTo("1..600 (600)");
    assertThat(count("assemblies")).isEqualTo("1..300 (300)");
    // Five different parts per item, all of them in the store.
    assertThat(postgres.query("tool", "SELECT count(*) FROM bill_of_materials")).isEqualTo("1500");
    assertThat(postgres.query("tool", "SELECT count(*) FROM inventory WHERE on_hand >= 200"))
        .isEqualTo("600");
    // One to five lines per order.
    assertThat(postgres.query("tool", "SELECT count(*) FROM order_lines")).isEqualTo("6750");
    assertThat(postgres.query("tool", "SELECT nextval(pg_get_serial_sequence('orders', 'id'))"))
        .isEqualTo("2251");
  }

  @Test
  void everyResetGivesTheSameContents() throws Exception {
    DatasetRunner.succeed(environment, "reset");
    String first = postgres.query("tool", CHECKSUM);
    postgres.superuser("tool", "DELETE FROM order_lines WHERE order_id < 100");
    assertThat(postgres.query("tool", CHECKSUM)).isNotEqualTo(first);

    JsonObject again = DatasetRunner.succeed(environment, "reset");
    assertThat(again.getBoolean("templateFilled")).isFalse();
    assertThat(postgres.query("tool", CHECKSUM)).isEqualTo(first);

    // Another scale and back: the template is filled again, with the same arithmetic.
    environment.put("SCALE", "2");
    assertThat(DatasetRunner.succeed(environment, "reset").getBoolean("templateFilled")).isTrue();
    environment.put("SCALE", "1");
    assertThat(DatasetRunner.succeed(environment, "load").getBoolean("filled")).isTrue();
    DatasetRunner.succeed(environment, "reset");
    assertThat(postgres.query("tool", CHECKSUM)).isEqualTo(first);
  }

  @Test
  void aPreparedTransactionDoesNotKeepFromResetting() throws Exception {
    DatasetRunner.succeed(environment, "reset");
    try (var working = postgres.connect("tool", Postgres.USER);
        var statement = working.createStatement()) {
      statement.execute("BEGIN");
      statement.execute("UPDATE orders SET changes = 1 WHERE id = 1");
      statement.execute("PREPARE TRANSACTION 'of a lost server''s'");
    }

    DatasetRunner.succeed(environment, "reset");

    assertThat(
            postgres.query(
                "tool", "SELECT count(*) FROM pg_prepared_xacts WHERE database = 'tool'"))
        .isEqualTo("0");
  }

  @Test
  void openSessionsDoNotKeepFromResetting() throws Exception {
    DatasetRunner.succeed(environment, "reset");
    try (var working = postgres.connect("tool", Postgres.USER);
        var template = postgres.connect("tool_template", Postgres.USER)) {
      DatasetRunner.succeed(environment, "reset");

      assertThat(working.isValid(5)).isFalse();
      assertThat(template.isValid(5)).isFalse();
    }
  }

  /** Autovacuum workers have no owner, so no user may end them. */
  @Test
  void anAutovacuumWorkerDoesNotKeepFromResetting() throws Exception {
    DatasetRunner.succeed(environment, "reset");
    postgres.superuser("tool", "CREATE TABLE junk AS SELECT generate_series(1, 100000) AS id");
    postgres.superuser("tool", "ALTER TABLE junk SET (autovacuum_vacuum_cost_delay = 100)");
    postgres.superuser("tool", "ALTER TABLE junk SET (autovacuum_vacuum_cost_limit = 1)");
    postgres.superuser("tool", "DELETE FROM junk");
    postgres.superuser("postgres", "ALTER SYSTEM SET autovacuum_naptime = 1");
    postgres.superuser("postgres", "SELECT pg_reload_conf()");
    try {
      await()
          .atMost(Duration.ofSeconds(90))
          .until(
              () ->
                  postgres.query(
                      "postgres",
                      "SELECT count(*) > 0 FROM pg_stat_activity"
                          + " WHERE datname = 'tool' AND query LIKE 'autovacuum:%junk%'"),
              "t"::equals);

      DatasetRunner.succeed(environment, "reset");
    } finally {
      postgres.superuser("postgres", "ALTER SYSTEM RESET autovacuum_naptime");
      postgres.superuser("postgres", "SELECT pg_reload_conf()");
    }
  }

  @Test
  void aSuperusersSessionOnTheDatabaseIsNamedAtTheDeadline() throws Exception {
    DatasetRunner.succeed(environment, "reset");
    environment.put("DATASET_TIMEOUT_SECONDS", "8");
    try (var working = postgres.connect("tool", "postgres")) {
      var result = DatasetRunner.run(environment, "reset");

      assertThat(working.isValid(5)).isTrue();
      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(result.errors())
          .contains("\"tool\" is still in use by postgres (PostgreSQL JDBC Driver)");
    }
    DatasetRunner.succeed(environment, "reset");
  }

  @Test
  void aSuperusersSessionOnTheTemplateIsNamedAtTheDeadline() throws Exception {
    DatasetRunner.succeed(environment, "reset");
    environment.put("DATASET_TIMEOUT_SECONDS", "3");
    try (var template = postgres.connect("tool_template", "postgres")) {
      var result = DatasetRunner.run(environment, "reset");

      assertThat(template.isValid(5)).isTrue();
      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(result.errors()).contains("in use by postgres (PostgreSQL JDBC Driver)");
    }
  }

  @Test
  void anotherResetOfTheSameDatabaseIsNamedAtTheDeadline() throws Exception {
    DatasetRunner.succeed(environment, "reset");
    environment.put("DATASET_TIMEOUT_SECONDS", "3");
    try (var other = postgres.connect("postgres", "postgres");
        var lock = other.createStatement()) {
      lock.execute("SELECT pg_advisory_lock(hashtext('scalelab-dataset tool'))");
      var result = DatasetRunner.run(environment, "reset");

      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(result.errors())
          .contains("another reset of database \"tool\" is under way (gave up after 3 s)");
    }
  }

  /** As the Job of a lost node, whose pod still works, and the one after it. */
  @Test
  void oneOfTwoAtTheSameTimeFillsTheTemplateAndTheOtherWaits() throws Exception {
    postgres.createTemplate("tool_pair");
    Map<String, String> pair = postgres.environment("tool_pair");
    List<CompletableFuture<JsonObject>> both;
    try (var test = postgres.connect("postgres", "postgres");
        var lock = test.createStatement()) {
      lock.execute("SELECT pg_advisory_lock(hashtext('scalelab-dataset tool_pair_template'))");
      both =
          Stream.generate(
                  () ->
                      CompletableFuture.supplyAsync(
                          () -> DatasetRunner.succeed(pair, "load"),
                          task -> new Thread(task).start()))
              .limit(2)
              .toList();
      await()
          .atMost(Duration.ofSeconds(90))
          .until(
              () ->
                  postgres.query(
                      "postgres",
                      "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
                          + " AND objid::bigint = hashtext('scalelab-dataset tool_pair_template')::bigint & 4294967295"),
              "2"::equals);
    }

    assertThat(both)
        .extracting(CompletableFuture::join)
        .extracting(record -> record.getBoolean("filled"))
        .containsExactlyInAnyOrder(true, false);
  }

  @Test
  void oneOfSeveralDatabasesDoesNotWaitForAnother() throws Exception {
    postgres.createTemplate("tool_plant");
    for (String domain : List.of("MANUFACTURING", "SUPPLIER")) {
      environment.put("DB_" + domain + "_NAME", "tool_plant");
      environment.put("DB_" + domain + "_TEMPLATE", "tool_plant_template");
    }
    // With full templates a reset only copies them.
    DatasetRunner.succeed(environment, "reset");
    environment.put("DATASET_TIMEOUT_SECONDS", "8");
    try (var other = postgres.connect("postgres", "postgres");
        var lock = other.createStatement()) {
      lock.execute("SELECT pg_advisory_lock(hashtext('scalelab-dataset tool'))");
      var result = DatasetRunner.run(environment, "reset");

      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(result.errors())
          .contains("another reset of database \"tool\" is under way")
          .contains("database tool_plant was reset");
    }
    environment.remove("DATASET_TIMEOUT_SECONDS");
    DatasetRunner.succeed(environment, "reset");
  }

  @Test
  void anUnreachableServerIsNamedAtTheDeadline() throws Exception {
    // No process listens on the discard port.
    environment.putAll(Map.of("DB_PORT", "9", "DATASET_TIMEOUT_SECONDS", "1"));
    var result = DatasetRunner.run(environment, "reset");

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.errors())
        .contains("no database server at 127.0.0.1:9")
        .contains("gave up after 1 s");
  }

  @Test
  void aUserWhoMayNotCreateDatabasesGetsAnError() throws Exception {
    postgres.superuser("postgres", "CREATE ROLE poor LOGIN PASSWORD 'secret'");
    postgres.superuser("postgres", "CREATE DATABASE poor_template OWNER poor");
    Map<String, String> poor = postgres.environment("poor");
    poor.put("DB_USER", "poor");
    var result = DatasetRunner.run(poor, "reset");

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.errors()).contains("user \"poor\"").contains("CREATEDB");
  }

  @Test
  void badSettingsAndCommandsHaveAnExitCodeOfTheirOwn() throws Exception {
    environment.put("SCALE", "0");
    var badScale = DatasetRunner.run(environment, "reset");
    assertThat(badScale.exitCode()).isEqualTo(2);
    assertThat(badScale.errors()).contains("SCALE must be a whole number from 1 to");
    assertThat(badScale.output()).isEmpty();

    assertThat(DatasetRunner.run(postgres.environment("tool"), "destroy").exitCode()).isEqualTo(2);
    assertThat(DatasetRunner.run(postgres.environment("tool")).exitCode()).isEqualTo(2);
  }

  private String count(String table) throws SQLException {
    return postgres.query(
        "tool", "SELECT min(id) || '..' || max(id) || ' (' || count(*) || ')' FROM " + table);
  }
}
