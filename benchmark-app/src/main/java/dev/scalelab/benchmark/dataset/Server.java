package dev.scalelab.benchmark.dataset;

import java.io.PrintStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The server of a database: connections to its databases, all with the same deadline. */
final class Server {

  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final long MIN_STATEMENT_MILLIS = 1000;

  /** SQL state of a statement that was ended at its time limit. */
  static final String CANCELED = "57014";

  /** The server ends the session of a client whose node is lost, and with it its locks. */
  private static final String NOTICES_LOST_CLIENTS =
      "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3";

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

  /** Prints progress. */
  void say(String what) {
    progress.printf("%6.1f s  %s%n", deadline.elapsed().toMillis() / 1000.0, what);
  }

  /**
   * Returns a connection whose first statement ends at the deadline; retries until then while the
   * server is unreachable.
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

  /** Pauses before another attempt; fails with the reason if the deadline is over. */
  void pauseOrGiveUp(String reason, SQLException cause) {
    if (deadline.isOver()) {
      throw gaveUp(reason, cause);
    }
    LockSupport.parkNanos(RETRY_NANOS);
  }

  /** The exception for a reason that lasted until the deadline. */
  DatasetException gaveUp(String reason, SQLException cause) {
    return new DatasetException(reason + " (gave up after " + deadline.seconds() + " s)", cause);
  }

  /**
   * Makes the connection's next statement end at the deadline, with SQL state 57014; or after a
   * second if the deadline is over, so that the cause can still be queried.
   */
  void limit(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      long millis = Math.max(MIN_STATEMENT_MILLIS, deadline.remainingMillis());
      statement.execute("SET statement_timeout = " + millis);
    }
  }

  /**
   * Waits until no other process of this tool has a lock of this name, and has it until the
   * connection is closed.
   *
   * @param name a database; the connection is to the one for maintenance
   * @param otherwise what the other process is doing, if it goes on until the deadline
   */
  void lock(Connection connection, String name, String otherwise) throws SQLException {
    limit(connection);
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT pg_advisory_lock(hashtext(?))")) {
      statement.setString(1, "scalelab-dataset " + name);
      statement.execute();
    } catch (SQLException e) {
      if (CANCELED.equals(e.getSQLState())) {
        throw gaveUp(otherwise, e);
      }
      throw e;
    }
  }

  private Connection open(String name) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", database.user());
    properties.setProperty("password", database.password());
    properties.setProperty("ApplicationName", "scalelab-dataset");
    properties.setProperty("connectTimeout", "5");
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("options", NOTICES_LOST_CLIENTS);
    // Slightly longer than the server's own timeout, whose message is more specific.
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
