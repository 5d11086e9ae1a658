package dev.scalelab.benchmark.health;

import dev.scalelab.benchmark.settings.DatabaseSettings;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A database that is probed over a separate connection: one of the pool would prove nothing while
 * all of them are busy, or hang.
 */
final class ProbedDatabase {

  private static final int ANSWER_TIMEOUT_SECONDS = 2;

  private final PGSimpleDataSource source = new PGSimpleDataSource();
  private Connection connection;

  /** PostgreSQL's own number of the database; 0 before the first connection. */
  private long number;

  /**
   * A database without a connection yet.
   *
   * @param settings where it is
   * @param applicationName reported to the database as the client's name
   */
  ProbedDatabase(DatabaseSettings settings, String applicationName) {
    source.setServerNames(new String[] {settings.host()});
    source.setPortNumbers(new int[] {settings.port()});
    source.setDatabaseName(settings.name());
    source.setUser(settings.user());
    source.setPassword(settings.password());
    source.setApplicationName(applicationName);
    source.setConnectTimeout(ANSWER_TIMEOUT_SECONDS);
    // Applies to the login, which comes before the first query.
    source.setSocketTimeout(2 * ANSWER_TIMEOUT_SECONDS);
  }

  /**
   * Returns when the database has responded: whether it is another one, of the same name, than when
   * it responded before.
   *
   * @throws SQLException if it does not respond within a few seconds, with the cause; the next call
   *     reconnects
   */
  boolean ask() throws SQLException {
    boolean replaced = false;
    try {
      if (connection == null) {
        connection = source.getConnection();
        connection.setNetworkTimeout(
            Runnable::run, (int) TimeUnit.SECONDS.toMillis(ANSWER_TIMEOUT_SECONDS));
        replaced = isReplaced();
      }
      // Not isValid, which does not distinguish a database that is down from a slow one.
      try (Statement question = connection.createStatement()) {
        question.execute("");
      }
      return replaced;
    } catch (SQLException e) {
      close();
      throw new SQLException(
          "database %s at %s: %s"
              .formatted(source.getDatabaseName(), source.getServerNames()[0], e.getMessage()),
          e.getSQLState(),
          e);
    }
  }

  /** A reset ends all connections, so a look at the beginning of each is enough. */
  private boolean isReplaced() throws SQLException {
    try (Statement question = connection.createStatement();
        ResultSet answer =
            question.executeQuery(
                "select oid from pg_database where datname = current_database()")) {
      answer.next();
      long before = number;
      number = answer.getLong(1);
      return before != 0 && before != number;
    }
  }

  /** Closes its connection, if there is one. */
  void close() {
    try (Connection closed = connection) {
      connection = null;
    } catch (SQLException e) {
      // It is not used any more, closed or not.
    }
  }
}
