package dev.scalelab.benchmark.dataset;

import java.io.PrintStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The server of a database: connections to its databases, all under one deadline. */
final class Server {

  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final long LEAST_STATEMENT_MILLIS = 1000;

  private final Database database;
  private final Deadline deadline;
  private final PrintStream progress;

  Server(Database database, Deadline deadline, PrintStream progress) {
    this.database = database;
    this.deadline = deadline;
    this.progress = progress;
  }

  Deadline deadline() {
    return deadline;
  }

  /** Tells a person what is being done. */
  void say(String what) {
    progress.printf("%6.1f s  %s%n", deadline.elapsed().toMillis() / 1000.0, what);
  }

  /**
   * A connection whose first statement ends at the deadline; tries until then while there is no
   * server.
   */
  Connection connect(String name) throws SQLException {
    while (true) {
      try {
        return open(name);
      } catch (SQLException e) {
        if (!isUnreachable(e)) {
          throw new DatasetException(
              "cannot connect to database \""
                  + name
                  + "\" as \""
                  + database.user()
                  + "\": "
                  + e.getMessage(),
              e);
        }
        pauseOrGiveUp(
            "no database server at "
                + database.host()
                + ":"
                + database.port()
                + ": "
                + e.getMessage(),
            e);
      }
    }
  }

  /** Waits a moment before another attempt; at the deadline it ends with the reason instead. */
  void pauseOrGiveUp(String reason, SQLException cause) {
    if (deadline.isOver()) {
      throw gaveUp(reason, cause);
    }
    LockSupport.parkNanos(RETRY_NANOS);
  }

  /** The reason why nothing came of it until the deadline. */
  DatasetException gaveUp(String reason, SQLException cause) {
    return new DatasetException(reason + " (gave up after " + deadline.seconds() + " s)", cause);
  }

  /**
   * The connection's next statement ends at the deadline, with SQL state 57014; a moment later
   * where there is none left, so that what was in the way can still be asked.
   */
  void limit(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      long millis = Math.max(LEAST_STATEMENT_MILLIS, deadline.remainingMillis());
      statement.execute("SET statement_timeout = " + millis);
    }
  }

  private Connection open(String name) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", database.user());
    properties.setProperty("password", database.password());
    properties.setProperty("ApplicationName", "scalelab-dataset");
    properties.setProperty("connectTimeout", "5");
    properties.setProperty("tcpKeepAlive", "true");
    // A little later than the server's own timeout, whose message says more.
    properties.setProperty("socketTimeout", String.valueOf(5 + deadline.remainingMillis() / 1000));
    Connection connection =
        DriverManager.getConnection(
            "jdbc:postgresql://" + database.host() + ":" + database.port() + "/" + name,
            properties);
    limit(connection);
    return connection;
  }

  // 08: no connection; 57P03: the server is starting or stopping.
  private static boolean isUnreachable(SQLException e) {
    return e.getSQLState() != null
        && (e.getSQLState().startsWith("08") || e.getSQLState().equals("57P03"));
  }
}
