package dev.scalelab.benchmark.health;

import dev.scalelab.benchmark.settings.DatabaseSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A database that is asked whether it answers, over a connection of its own: one of the pool's says
 * nothing while all of them are busy, or hang.
 */
final class ProbedDatabase {

  private static final int ANSWER_TIMEOUT_SECONDS = 2;

  private final PGSimpleDataSource source = new PGSimpleDataSource();
  private Connection connection;

  /**
   * A database that is not connected to yet.
   *
   * @param settings where it is
   * @param applicationName what it is told of who asks
   */
  ProbedDatabase(DatabaseSettings settings, String applicationName) {
    source.setServerNames(new String[] {settings.host()});
    source.setPortNumbers(new int[] {settings.port()});
    source.setDatabaseName(settings.name());
    source.setUser(settings.user());
    source.setPassword(settings.password());
    source.setApplicationName(applicationName);
    source.setConnectTimeout(ANSWER_TIMEOUT_SECONDS);
    // For the login, which comes before an answer can be asked for.
    source.setSocketTimeout(2 * ANSWER_TIMEOUT_SECONDS);
  }

  /**
   * Returns when the database has answered.
   *
   * @throws SQLException when it has not, within a few seconds, with what was behind it; the next
   *     call connects anew
   */
  void ask() throws SQLException {
    try {
      if (connection == null) {
        connection = source.getConnection();
        connection.setNetworkTimeout(
            Runnable::run, (int) TimeUnit.SECONDS.toMillis(ANSWER_TIMEOUT_SECONDS));
      }
      // Not isValid, which does not tell a database that is gone from one that takes its time.
      try (Statement question = connection.createStatement()) {
        question.execute("");
      }
    } catch (SQLException e) {
      close();
      throw new SQLException(
          "database %s at %s: %s"
              .formatted(source.getDatabaseName(), source.getServerNames()[0], e.getMessage()),
          e.getSQLState(),
          e);
    }
  }

  /** Gives up its connection, if there is one. */
  void close() {
    try (Connection closed = connection) {
      connection = null;
    } catch (SQLException e) {
      // It is of no use any more, closed or not.
    }
  }
}
