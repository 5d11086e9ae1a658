package dev.scalelab.benchmark.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.Postgres;
import jakarta.json.JsonObject;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Faults in ECperf's data that the audit detects in a real PostgreSQL, each by its name. */
@ExtendWith(Postgres.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PlantedFaultsIT {

  private Postgres.Instance postgres;
  private Map<String, String> environment;

  @BeforeAll
  void createTemplate(Postgres.Instance instance) throws SQLException {
    postgres = instance;
    postgres.createTemplate("faults");
    environment = postgres.environment("faults");
  }

  @Test
  void auditFindsPlantedFaults() throws Exception {
    DatasetRunner.succeed(environment, "reset");
    // Bypasses the foreign keys, as only a fault of the database could do.
    postgres.superuser(
        "faults",
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
    assertThat(DatasetRunner.faults(audit))
        .hasToString("{orphans=2, ordersLost=1, ordersWithoutLines=1, wrongTotals=2}");
    assertThat(audit.getBoolean("consistent")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "UPDATE inventory SET on_hand = on_hand + 1 WHERE part_id = 7       | {deliveries=1}",
        "UPDATE inventory SET on_order = 400 WHERE part_id IN (7, 8)        | {onOrder=2}",
        "UPDATE orders SET large_lines = 1 WHERE id IN (1, 2)         | {largeOrdersInPart=2}",
        "UPDATE finished_goods SET on_hand = 5 WHERE item_id = 9            | {finishedGoods=1}",
        "DELETE FROM parts WHERE id = 3                                     | {masterDataLost=1}",
        "DELETE FROM inventory WHERE part_id = 3                            | {partsLost=1}",
        "SET session_replication_role = replica; DELETE FROM items WHERE id = 3 | {itemsLost=1}",
        // Order 5 has one line. Its total is right.
        "UPDATE order_lines SET unit_price = unit_price + 1 WHERE order_id = 5;"
            + " UPDATE orders SET total = (SELECT sum(quantity * unit_price) FROM order_lines"
            + " WHERE order_id = 5) WHERE id = 5 | {wrongPrices=1}",
        "UPDATE orders SET discount_percent = discount_percent + 1 WHERE id = 5 | {wrongPrices=1}",
        "INSERT INTO large_orders VALUES (gen_random_uuid(), 1, 1, 5, 'SHIPPED')"
            + " | {largeOrdersNotAsMade=1, largeOrders=1}",
        "INSERT INTO work_orders (item_id, quantity, station, scheduled_at, completed_at)"
            + " VALUES (1, 10, 2, now(), now())"
            + " | {stationsSkipped=1, finishedGoods=1, deliveries=5}",
        "DELETE FROM finished_goods WHERE item_id = 9;"
            + " INSERT INTO work_orders (item_id, quantity, station, scheduled_at, completed_at)"
            + " VALUES (9, 10, 3, now(), now()) | {finishedGoods=1, deliveries=5}",
        "UPDATE orders SET cancelled_at = now(), large_lines = 1 WHERE id = 1"
            + " | {largeOrdersCancelled=1, largeOrdersInPart=1}",
        "INSERT INTO work_orders (item_id, quantity, station, scheduled_at, completed_at, cancelled_at)"
            + " VALUES (1, 10, 3, now(), now(), now()) | {madeAndCancelled=1, finishedGoods=1}",
        "INSERT INTO large_orders VALUES (gen_random_uuid(), 1, 1, 5, 'WAITING')"
            + " | {largeOrdersNotAsMade=1, largeOrders=1}",
        "INSERT INTO purchase_orders VALUES (gen_random_uuid(), 5, 6, 400, 'DELIVERED', now(),"
            + " null, 0) | {purchaseOrdersNeitherDeliveredNorOpen=1, deliveries=1}",
        "INSERT INTO purchase_orders VALUES (gen_random_uuid(), 5, 5, 400, 'OPEN', now(), now(), 0)"
            + " | {wrongSuppliers=1, onOrder=1}",
        "INSERT INTO purchase_orders VALUES (gen_random_uuid(), 5, 6, 400, 'ACCEPTED', now(),"
            + " null, 0) | {purchaseOrdersNeitherDeliveredNorOpen=1, onOrder=1}",
        "INSERT INTO purchase_orders VALUES (gen_random_uuid(), 5, 6, 400, 'LOST', now(),"
            + " null, 0) | {purchaseOrdersNeitherDeliveredNorOpen=1}",
      })
  void auditFindsWhatDoesNotBalance(String fault, String found) throws Exception {
    DatasetRunner.succeed(environment, "reset");
    postgres.superuser("faults", fault);

    JsonObject audit = DatasetRunner.succeed(environment, "audit");

    assertThat(DatasetRunner.faults(audit)).hasToString(found);
    assertThat(audit.getBoolean("consistent")).isFalse();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "nothing           | SELECT                                             | {}",
        "a line is missing | DELETE FROM large_orders WHERE item_id = 42        | {largeOrders=1}",
        "all are missing   | DELETE FROM large_orders WHERE order_id = 4        | {largeOrders=2}",
        "one is doubled    | INSERT INTO large_orders SELECT gen_random_uuid(), order_id, item_id,"
            + " quantity, state, due_at FROM large_orders WHERE item_id = 42 | {largeOrders=1}",
        "pieces are missing | UPDATE large_orders SET quantity = 59 WHERE item_id = 42 | {largeOrders=1}",
        // The same number of lines as before, but one is missing and one is superfluous.
        "one for another   | UPDATE large_orders SET item_id = 25 WHERE item_id = 42 | {largeOrders=2}",
        "one is another's  | UPDATE large_orders SET order_id = 8 WHERE item_id = 42 | {largeOrders=2}",
      })
  void manufacturingHasEveryLineOfALargeOrderOnce(String name, String fault, String found)
      throws Exception {
    DatasetRunner.succeed(environment, "reset");
    postgres.superuser(
        "faults",
        """
        ALTER TABLE large_orders DROP CONSTRAINT large_orders_order_id_item_id_key;
        UPDATE orders SET large_lines = 2 WHERE id IN (4, 8);
        UPDATE order_lines SET made_to_order = 60
        WHERE (order_id, item_id) IN ((4, 25), (4, 42), (8, 49), (8, 66));
        INSERT INTO large_orders
        SELECT gen_random_uuid(), order_id, item_id, made_to_order, 'WAITING', now()
        FROM order_lines WHERE made_to_order > 0\
        """);
    postgres.superuser("faults", fault);

    JsonObject audit = DatasetRunner.succeed(environment, "audit");

    assertThat(DatasetRunner.faults(audit)).hasToString(found);
    assertThat(audit.getBoolean("consistent")).isEqualTo(found.equals("{}"));
  }

  /** Both took their parts, and the customer domain knows of it: all other data is right. */
  @Test
  void aLargeOrderThatTwoWorkOrdersHaveMadeIsFound() throws Exception {
    DatasetRunner.succeed(environment, "reset");
    postgres.superuser(
        "faults",
        """
        ALTER TABLE work_orders DROP CONSTRAINT work_orders_large_order_id_key;
        UPDATE orders SET large_lines = 1 WHERE id = 4;
        UPDATE order_lines SET made_to_order = 5 WHERE order_id = 4 AND item_id = 25;
        UPDATE inventory SET on_hand = on_hand - 2 * 5 * b.quantity
        FROM bill_of_materials b WHERE b.part_id = inventory.part_id AND b.assembly_id = 25;
        WITH large AS (
          INSERT INTO large_orders VALUES (gen_random_uuid(), 4, 25, 5, 'SHIPPED', NULL) RETURNING *)
        INSERT INTO work_orders (large_order_id, item_id, quantity, station, scheduled_at, completed_at)
        SELECT id, item_id, quantity, 3, now(), now() FROM large, generate_series(1, 2)\
        """);

    JsonObject audit = DatasetRunner.succeed(environment, "audit");

    assertThat(DatasetRunner.faults(audit)).hasToString("{largeOrdersMadeTwice=1}");
    assertThat(audit.getBoolean("consistent")).isFalse();
  }

  /** The number of orders is unchanged: no count shows the fault. */
  @Test
  void aDoubledOrderDoesNotMakeUpForALostOne() throws Exception {
    DatasetRunner.succeed(environment, "reset");
    postgres.superuser(
        "faults",
        """
        ALTER TABLE orders DROP CONSTRAINT orders_cart;
        CREATE TEMPORARY TABLE placed AS SELECT * FROM orders WHERE id IN (5, 10);
        UPDATE placed SET id = id + 1000, cart_number = gen_random_uuid();
        INSERT INTO orders SELECT * FROM placed;
        INSERT INTO order_lines SELECT order_id + 1000, item_id, quantity, unit_price, 0
        FROM order_lines WHERE order_id IN (5, 10)\
        """);
    JsonObject before = DatasetRunner.succeed(environment, "audit");
    assertThat(before.getBoolean("consistent")).isTrue();

    postgres.superuser(
        "faults",
        """
        DELETE FROM order_lines WHERE order_id = 1005;
        DELETE FROM orders WHERE id = 1005;
        CREATE TEMPORARY TABLE twice AS SELECT * FROM orders WHERE id = 1010;
        UPDATE twice SET id = 1011;
        INSERT INTO orders SELECT * FROM twice;
        INSERT INTO order_lines SELECT 1011, item_id, quantity, unit_price, 0
        FROM order_lines WHERE order_id = 1010\
        """);

    JsonObject audit = DatasetRunner.succeed(environment, "audit");

    assertThat(audit.getJsonObject("done")).isEqualTo(before.getJsonObject("done"));
    assertThat(DatasetRunner.faults(audit)).hasToString("{ordersTwice=1}");
  }
}
