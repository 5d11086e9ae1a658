package dev.scalelab.benchmark.dataset;

import dev.scalelab.benchmark.support.DatasetRunner;
import dev.scalelab.benchmark.support.Postgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A reset while servers go on with transactions across several databases, as the deliveries of
 * suppliers do after the load: PostgreSQL drops no database with a prepared transaction.
 */
@ExtendWith(Postgres.class)
class PreparedTransactionsIT {
  private static final int SERVERS = 4;
  private static final int RESETS = 6;

  @Test
  void serversThatPrepareTransactionsDoNotKeepFromResetting(Postgres.Instance postgres)
      throws Exception {
    postgres.createTemplate("prepared");
    Map<String, String> environment = postgres.environment("prepared");
    DatasetRunner.succeed(environment, "reset");
    AtomicBoolean over = new AtomicBoolean();
    ExecutorService servers = Executors.newFixedThreadPool(SERVERS);
    for (int server = 0; server < SERVERS; server++) {
      String name = "server" + server;
      servers.execute(() -> prepareUntil(over, postgres, name));
    }
    try {
      for (int reset = 0; reset < RESETS; reset++) {
        DatasetRunner.succeed(environment, "reset");
      }
    } finally {
      over.set(true);
      servers.shutdown();
      servers.awaitTermination(20, TimeUnit.SECONDS);
    }
  }

  /** A reset ends the connections, and pools open new ones. */
  private static void prepareUntil(AtomicBoolean over, Postgres.Instance postgres, String name) {
    while (!over.get()) {
      try (Connection connection = postgres.connect("prepared", Postgres.USER);
          Statement statement = connection.createStatement()) {
        while (!over.get()) {
          statement.execute("BEGIN");
          statement.execute("UPDATE orders SET changes = 1 WHERE id = 1");
          statement.execute("PREPARE TRANSACTION '" + name + "'");
          statement.execute("COMMIT PREPARED '" + name + "'");
        }
      } catch (SQLException e) {
        Thread.onSpinWait(); // its connection was ended, or the database is not there
      }
    }
  }
}
