package dev.scalelab.benchmark.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.Postgres;
import jakarta.json.JsonObject;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The audit of the book store finds what is planted in its data, and nothing else. */
@ExtendWith(Postgres.class)
class PlantedBookstoreFaultsIT {

  @Test
  void theAuditFindsPlantedFaults(Postgres.Instance postgres) throws Exception {
    postgres.createTemplate("store_audit");
    Map<String, String> planted = postgres.environment("store_audit");
    planted.put("WORKLOAD", "bookstore");
    DatasetRunner.succeed(planted, "reset");
    postgres.superuser(
        "store_audit",
        """
        INSERT INTO purchases (id, basket_number, reader_id, bought_at, total)
        SELECT n, gen_random_uuid(), 1, now(), price FROM books, generate_series(1, 10) AS n
        WHERE books.id = 1;
        INSERT INTO purchase_lines SELECT id, 1, 1, total FROM purchases""");
    assertThat(DatasetRunner.succeed(planted, "audit").getBoolean("consistent")).isTrue();

    // One purchase without lines, two wrong totals, three purchases of the same basket, four wrong
    // prices.
    postgres.superuser(
        "store_audit",
        """
        ALTER TABLE purchases DROP CONSTRAINT purchases_basket;
        DELETE FROM purchase_lines WHERE purchase_id = 1;
        UPDATE purchases SET total = 0 WHERE id = 1;
        UPDATE purchases SET total = total + 1 WHERE id IN (2, 3);
        UPDATE purchases SET basket_number = (SELECT basket_number FROM purchases WHERE id = 4)
        WHERE id IN (5, 6, 7);
        UPDATE purchase_lines SET unit_price = 4 WHERE purchase_id IN (7, 8, 9, 10);
        UPDATE purchases SET total = 4 WHERE id IN (7, 8, 9, 10)""");

    JsonObject audit = DatasetRunner.succeed(planted, "audit");

    assertThat(audit.getJsonObject("done")).hasToString("{\"session\":10}");
    assertThat(DatasetRunner.faults(audit))
        .hasToString("{purchasesTwice=3, purchasesOfNothing=1, wrongTotals=2, wrongPrices=4}");
    assertThat(audit.getBoolean("consistent")).isFalse();
  }
}
