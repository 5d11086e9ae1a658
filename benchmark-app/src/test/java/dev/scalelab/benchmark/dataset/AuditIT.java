package dev.scalelab.benchmark.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.Postgres;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The results of the dataset tool's audit in a real PostgreSQL. */
@ExtendWith(Postgres.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AuditIT {

  private static final String WAITING =
      "INSERT INTO large_orders VALUES (gen_random_uuid(), 4, %d, 5, 'WAITING', now())";

  private Postgres.Instance postgres;
  private Map<String, String> environment;

  @BeforeAll
  void createTemplate(Postgres.Instance instance) throws SQLException {
    postgres = instance;
    postgres.createTemplate("audit");
  }

  @BeforeEach
  void settings() {
    environment = postgres.environment("audit");
  }

  @Test
  void auditCountsWhatWasDone() throws Exception {
    DatasetRunner.succeed(environment, "reset");
    postgres.superuser(
        "audit",
        """
        WITH placed AS (
          INSERT INTO orders (cart_number, customer_id, ordered_at, discount_percent, total, changes)
          SELECT gen_random_uuid(), 11, now(), 0, 2 * price, 0 FROM items WHERE id = 1 RETURNING id)
        INSERT INTO order_lines SELECT placed.id, 1, 2, price FROM placed, items WHERE items.id = 1\
        """);
    postgres.superuser("audit", "UPDATE orders SET changes = changes + 1 WHERE id IN (1, 2, 3)");

    JsonObject audit = DatasetRunner.succeed(environment, "audit");

    assertThat(audit.getString("record")).isEqualTo("audit");
    assertThat(audit.getJsonObject("done"))
        .hasToString("{\"newOrder\":1,\"changeOrder\":3,\"workOrder\":0}");
    assertThat(audit.getBoolean("consistent")).isTrue();
  }

  /** The first and the third of a load generator, and one with a number of the server's own. */
  @Test
  void auditNamesTheNumbersOfClientsThatAreMissing() throws Exception {
    DatasetRunner.succeed(environment, "reset");
    postgres.superuser(
        "audit",
        """
        WITH placed AS (
          INSERT INTO orders (cart_number, customer_id, ordered_at, discount_percent, total, changes)
          SELECT number::uuid, 11, now(), 0, 2 * price, 0
          FROM items, unnest(ARRAY['5692161d-100b-05e5-5ca1-e1ab00000000',
            '1e535eede31428f05ca1e1ab00000000', '6a0c9c5e-4f4f-4e4e-8c8c-123456789abc']) AS number
          WHERE id = 1 RETURNING id)
        INSERT INTO order_lines SELECT placed.id, 1, 2, price FROM placed, items WHERE items.id = 1\
        """);

    JsonObject audit = DatasetRunner.succeed(environment, "audit");

    assertThat(audit.getJsonObject("done").getInt("newOrder")).isEqualTo(3);
    assertThat(audit.getJsonObject("numbers"))
        .hasToString("{\"newOrder\":{\"0\":{\"highest\":3,\"missing\":\"2\",\"twice\":0}}}");
    assertThat(audit.getBoolean("consistent")).isTrue();
  }

  @Test
  void auditCountsTheWorkOrdersOfBothLinesOnceTheyAreCompleted() throws Exception {
    DatasetRunner.succeed(environment, "reset");
    postgres.superuser(
        "audit",
        """
        WITH large AS (
          INSERT INTO large_orders VALUES (gen_random_uuid(), 4, 1, 5, 'SHIPPED', NULL),
            (gen_random_uuid(), 4, 2, 95, 'SCHEDULED', now()) RETURNING *)
        INSERT INTO work_orders (large_order_id, item_id, quantity, station, scheduled_at, completed_at)
        SELECT id, item_id, quantity, 3, now(), CASE state WHEN 'SHIPPED' THEN now() END FROM large
        UNION ALL SELECT NULL, item, 10, 3, now(), now() FROM generate_series(1, 3) AS item
        UNION ALL SELECT NULL, 4, 10, 2, now(), NULL\
        """);

    JsonObject audit = DatasetRunner.succeed(environment, "audit");

    assertThat(audit.getJsonObject("done"))
        .hasToString("{\"newOrder\":0,\"changeOrder\":0,\"workOrder\":4}");
    assertThat(audit.getJsonObject("counts").getInt("largeWorkOrders")).isEqualTo(1);
    assertThat(audit.getJsonObject("counts").getInt("workOrdersUnderWay")).isEqualTo(2);
  }

  @Test
  void whatIsAcceptedIsOpenUntilItIsDue() throws Exception {
    DatasetRunner.succeed(environment, "reset");
    accepted("now() + interval '1 hour'");

    JsonObject audit = DatasetRunner.succeed(environment, "audit");

    assertThat(audit.getBoolean("consistent")).isTrue();
    assertThat(audit.getJsonObject("counts").getInt("purchaseOrdersAccepted")).isEqualTo(1);
  }

  /** Also if its server was too busy for it until now. */
  @ParameterizedTest
  @ValueSource(strings = {"now()", "now() - interval '5 minutes'"})
  void aDeliveryThatIsDueIsAwaited(String dueAt) throws Exception {
    DatasetRunner.succeed(environment, "reset");
    accepted(dueAt);
    CompletableFuture<JsonObject> audit = CompletableFuture.supplyAsync(this::audited);
    await("the first count")
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(5))
        .until(
            () ->
                !postgres
                    .query(
                        "audit",
                        "SELECT count(*) FROM pg_stat_activity WHERE application_name ="
                            + " 'scalelab-dataset'")
                    .equals("0"));
    await("another count").during(Duration.ofSeconds(2)).until(() -> !audit.isDone());
    postgres.superuser(
        "audit",
        """
        UPDATE purchase_orders SET state = 'DELIVERED', delivered_at = now();
        UPDATE inventory SET on_order = 0, on_hand = on_hand + 400 WHERE part_id = 5\
        """);

    JsonObject counted = audit.get(90, TimeUnit.SECONDS);

    assertThat(counted.getBoolean("consistent")).as("%s", counted).isTrue();
    assertThat(counted.getJsonObject("counts").getInt("purchaseOrdersDelivered")).isEqualTo(1);
  }

  /** A delivery that becomes due while the audit waits for another is not a fault. */
  @Test
  void aDeliveryThatDoesNotComeIsAFault() throws Exception {
    DatasetRunner.succeed(environment, "reset");
    // The audit may wait for half of the time. On a busy machine it begins seconds later.
    environment.put("DATASET_TIMEOUT_SECONDS", "60");
    accepted("now() - interval '25 seconds'");
    accepted("now() + interval '20 seconds'");

    assertThat(DatasetRunner.faults(DatasetRunner.succeed(environment, "audit")))
        .hasToString("{purchaseOrdersOverdue=1}");
  }

  /** A purchase order that its supplier will deliver by this time. */
  private void accepted(String dueAt) throws SQLException {
    postgres.superuser(
        "audit",
        """
        INSERT INTO purchase_orders
        VALUES (gen_random_uuid(), 5, 6, 400, 'ACCEPTED', now(), NULL, 0, NULL, %s);
        UPDATE inventory SET on_order = on_order + 400 WHERE part_id = 5\
        """
            .formatted(dueAt));
  }

  /** With the launcher: within this process the audit would be too fast to be observed. */
  private JsonObject audited() {
    try {
      return DatasetRunner.run(environment, "audit").record();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void domainsInTwoDatabasesAreAuditedAsOne() throws Exception {
    postgres.createTemplate("audit_plant");
    for (String domain : List.of("MANUFACTURING", "SUPPLIER")) {
      environment.put("DB_" + domain + "_NAME", "audit_plant");
      environment.put("DB_" + domain + "_TEMPLATE", "audit_plant_template");
    }
    DatasetRunner.succeed(environment, "reset");
    assertThat(postgres.query("audit", "SELECT to_regclass('inventory')")).isNull();
    assertThat(postgres.query("audit_plant", "SELECT to_regclass('orders')")).isNull();
    assertThat(DatasetRunner.succeed(environment, "audit").getBoolean("consistent")).isTrue();

    // The customer domain's side of a large order.
    postgres.superuser(
        "audit",
        """
        UPDATE orders SET large_lines = 2 WHERE id = 4;
        UPDATE order_lines SET made_to_order = 5 WHERE order_id = 4 AND item_id IN (25, 42)\
        """);
    assertThat(DatasetRunner.faults(DatasetRunner.succeed(environment, "audit")))
        .hasToString("{largeOrders=2}");

    // Manufacturing's side, line by line.
    postgres.superuser("audit_plant", WAITING.formatted(25));
    assertThat(DatasetRunner.faults(DatasetRunner.succeed(environment, "audit")))
        .hasToString("{largeOrders=1}");
    postgres.superuser("audit_plant", WAITING.formatted(42));
    assertThat(DatasetRunner.succeed(environment, "audit").getBoolean("consistent")).isTrue();
  }

  @Test
  void anAuditOfAnotherWorkloadSaysWhatToDo() throws Exception {
    DatasetRunner.succeed(environment, "reset");
    environment.put("WORKLOAD", "bookstore");

    assertThat(DatasetRunner.run(environment, "audit").errors())
        .contains("database \"audit\" holds other data: run reset first");
  }

  @Test
  void anAuditWithoutADatasetSaysWhatToDo() throws Exception {
    postgres.superuser("postgres", "CREATE DATABASE bare OWNER " + Postgres.USER);
    var result = DatasetRunner.run(postgres.environment("bare"), "audit");

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.errors()).contains("holds no dataset: run reset first");
  }
}
