package dev.scalelab.benchmark.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.Postgres;
import jakarta.json.JsonObject;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the dataset tool's audit finds in a real PostgreSQL. */
@ExtendWith(Postgres.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AuditIT {

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
          INSERT INTO orders (customer_id, ordered_at, discount_percent, total, changes)
          VALUES (1, now(), 0, 10, 0) RETURNING id)
        INSERT INTO order_lines SELECT id, 1, 2, 5 FROM placed\
        """);
    postgres.superuser("audit", "UPDATE orders SET changes = changes + 1 WHERE id IN (1, 2, 3)");

    JsonObject audit = DatasetRunner.succeed(environment, "audit");

    assertThat(audit.getString("record")).isEqualTo("audit");
    assertThat(audit.getJsonObject("done"))
        .hasToString("{\"newOrder\":1,\"changeOrder\":3,\"workOrder\":0}");
    assertThat(audit.getBoolean("consistent")).isTrue();
  }

  @Test
  void auditCountsTheWorkOrdersOfBothLinesOnceTheyAreCompleted() throws Exception {
    DatasetRunner.succeed(environment, "reset");
    postgres.superuser(
        "audit",
        """
        WITH large AS (
          INSERT INTO large_orders VALUES (gen_random_uuid(), 4, 1, 5, 'SHIPPED'),
            (gen_random_uuid(), 4, 2, 95, 'SCHEDULED') RETURNING *)
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
  void auditFindsPlantedFaults() throws Exception {
    DatasetRunner.succeed(environment, "reset");
    // Past the foreign keys, as only a fault of the database could do it.
    postgres.superuser(
        "audit",
        """
        SET session_replication_role = replica;
        INSERT INTO order_lines VALUES (4711000, 1, 1, 1);
        DELETE FROM orders WHERE id = 5;
        DELETE FROM order_lines WHERE order_id = 6;
        UPDATE orders SET total = total + 1 WHERE id = 7\
        """);

    JsonObject audit = DatasetRunner.succeed(environment, "audit");

    // The planted line, and the line of the order that was deleted.
    // Order 6 has lost its lines, but not its total.
    assertThat(found(audit))
        .hasToString("{orphans=2, ordersLost=1, ordersWithoutLines=1, wrongTotals=2}");
    assertThat(audit.getBoolean("consistent")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "UPDATE inventory SET on_hand = on_hand + 1 WHERE part_id = 7       | {deliveries=1}",
        "UPDATE inventory SET on_order = 400 WHERE part_id IN (7, 8)        | {onOrder=2}",
        "UPDATE orders SET large_lines = 1 WHERE id IN (1, 2)               | {largeOrders=2}",
        "UPDATE finished_goods SET on_hand = 5 WHERE item_id = 9            | {finishedGoods=1}",
        "DELETE FROM parts WHERE id = 3                                     | {masterDataLost=1}",
        "DELETE FROM inventory WHERE part_id = 3                            | {partsLost=1}",
        "INSERT INTO large_orders VALUES (gen_random_uuid(), 1, 1, 5, 'SHIPPED')"
            + " | {largeOrdersNotAsMade=1, largeOrders=1}",
        "INSERT INTO work_orders (item_id, quantity, station, scheduled_at, completed_at)"
            + " VALUES (1, 10, 2, now(), now())"
            + " | {stationsSkipped=1, finishedGoods=1, deliveries=5}",
        "INSERT INTO purchase_orders VALUES (gen_random_uuid(), 5, 6, 400, 'DELIVERED', now(),"
            + " null, 0) | {purchaseOrdersNeitherDeliveredNorOpen=1, deliveries=1}",
        "INSERT INTO purchase_orders VALUES (gen_random_uuid(), 5, 5, 400, 'OPEN', now(), now(), 0)"
            + " | {wrongSuppliers=1, onOrder=1}",
      })
  void auditFindsWhatDoesNotBalance(String fault, String found) throws Exception {
    DatasetRunner.succeed(environment, "reset");
    postgres.superuser("audit", fault);

    JsonObject audit = DatasetRunner.succeed(environment, "audit");

    assertThat(found(audit)).hasToString(found);
    assertThat(audit.getBoolean("consistent")).isFalse();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "nothing           | SELECT                                             | {}",
        "a line is missing | DELETE FROM large_orders WHERE item_id = 2         | {largeOrders=1}",
        "all are missing   | DELETE FROM large_orders WHERE order_id = 4        | {largeOrders=1}",
        "one is doubled    | INSERT INTO large_orders SELECT gen_random_uuid(), order_id, item_id,"
            + " quantity, state FROM large_orders WHERE item_id = 2 | {largeOrders=1}",
        // As many lines as before, but one too few of the one order and one too many of the other.
        "one is another's  | UPDATE large_orders SET order_id = 8 WHERE item_id = 2 | {largeOrders=2}",
      })
  void manufacturingHasEveryLineOfALargeOrderOnce(String name, String fault, String found)
      throws Exception {
    DatasetRunner.succeed(environment, "reset");
    postgres.superuser(
        "audit",
        """
        ALTER TABLE large_orders DROP CONSTRAINT large_orders_order_id_item_id_key;
        UPDATE orders SET large_lines = 2 WHERE id IN (4, 8);
        INSERT INTO large_orders
        SELECT gen_random_uuid(), placed.id, item, 60, 'WAITING'
        FROM (VALUES (4, 1), (4, 2), (8, 3), (8, 4)) AS placed (id, item)\
        """);
    postgres.superuser("audit", fault);

    JsonObject audit = DatasetRunner.succeed(environment, "audit");

    assertThat(found(audit)).hasToString(found);
    assertThat(audit.getBoolean("consistent")).isEqualTo(found.equals("{}"));
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

    // The customer domain's half of a large order.
    postgres.superuser("audit", "UPDATE orders SET large_lines = 2 WHERE id = 4");
    assertThat(found(DatasetRunner.succeed(environment, "audit"))).hasToString("{largeOrders=1}");

    // Manufacturing's half, line by line.
    postgres.superuser(
        "audit_plant", "INSERT INTO large_orders VALUES (gen_random_uuid(), 4, 1, 5, 'WAITING')");
    assertThat(found(DatasetRunner.succeed(environment, "audit"))).hasToString("{largeOrders=1}");
    postgres.superuser(
        "audit_plant", "INSERT INTO large_orders VALUES (gen_random_uuid(), 4, 2, 5, 'WAITING')");
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

  /** The faults that there are. */
  private static Map<String, Integer> found(JsonObject audit) {
    Map<String, Integer> found = new LinkedHashMap<>();
    JsonObject faults = audit.getJsonObject("faults");
    faults.keySet().stream()
        .filter(name -> faults.getInt(name) != 0)
        .forEach(name -> found.put(name, faults.getInt(name)));
    return found;
  }
}
