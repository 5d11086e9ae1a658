package dev.scalelab.benchmark.bookstore.interfaces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scalelab.benchmark.support.ApiClient;
import dev.scalelab.benchmark.support.AppServer;
import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.Postgres;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A book store that reads from a replica whose replay is paused: so it only knows the data
 * replicated before.
 */
@Tag("nightly")
@ExtendWith(Postgres.class)
class BookstoreReplicasIT {

  @Test
  void booksAreLookedAtInTheReplicaAndBoughtInThePrimary(Postgres.Instance primary)
      throws Exception {
    primary.createTemplate("stocked");
    Map<String, String> environment = primary.environment("stocked");
    environment.put("WORKLOAD", "bookstore");
    DatasetRunner.succeed(environment, "reset");
    Postgres.Instance replica = primary.replica();
    environment.put("DB_READS_HOST", "127.0.0.1");
    environment.put("DB_READS_PORT", "" + replica.port());
    try (AppServer server = AppServer.start("stocked-0", environment).awaitReady()) {
      replica.holdBack();
      primary.superuser("stocked", "INSERT INTO books VALUES (4711, 'New', 'Author', 1)");
      primary.superuser("stocked", "UPDATE books SET price = 77 WHERE id = 8");
      ApiClient client = server.client();

      assertThat(client.get("/api/bookstore/books/4711").status()).isEqualTo(404);
      assertThat(
              client
                  .post(
                      "/api/bookstore/login", "{\"readerId\":3,\"pin\":%d}".formatted(pin(primary)))
                  .status())
          .isEqualTo(200);
      assertThat(client.post("/api/bookstore/basket/books", "{\"bookId\":8}").status())
          .isEqualTo(200);
      assertThat(client.post("/api/bookstore/purchases", null).status()).isEqualTo(201);
      assertThat(primary.query("stocked", "SELECT unit_price FROM purchase_lines"))
          .as("value of the primary")
          .isEqualTo("77.00");
    }
  }

  private static int pin(Postgres.Instance primary) throws Exception {
    return Integer.parseInt(primary.query("stocked", "SELECT pin FROM readers WHERE id = 3"));
  }
}
