package dev.scalelab.benchmark.dataset;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** The working database, which the application servers read and write. */
final class WorkingDatabase {

  // The server itself waits a while for a database to become free, and may be cut off in that.
  private static final String CANCELED = "57014";
  private static final Set<String> IN_USE = Set.of("55006", CANCELED);
  private static final String INSUFFICIENT_PRIVILEGE = "42501";

  private static final Duration LONGEST_UNREST = Duration.ofSeconds(30);

  // Longer than the pause before a message is delivered again: see server.cli.
  private static final Duration BETWEEN_COUNTS = Duration.ofSeconds(1);

  private final Settings settings;
  private final Server server;

  WorkingDatabase(Settings settings, Server server) {
    this.settings = settings;
    this.server = server;
  }

  /** Replaces the working database by a copy of the template. Returns the tool's record. */
  String reset() throws SQLException {
    boolean filled = new Template(settings, server).ensureLoaded();
    try (Connection connection = server.connect(settings.maintenance())) {
      lock(connection);
      server.say("replacing database " + settings.database());
      drop(connection);
      copyTemplate(connection);
    }
    server.say("database " + settings.database() + " is as new");
    return "{\"record\":\"reset\",\"scale\":%d,\"templateFilled\":%b,\"millis\":%d}"
        .formatted(settings.scale(), filled, server.deadline().elapsed().toMillis());
  }

  /**
   * Counts what was done since the reset by each transaction, and the faults in the data. Returns
   * the tool's record.
   */
  String audit() throws SQLException {
    try (Connection connection = server.connect(settings.database());
        Statement statement = connection.createStatement()) {
      requireData(connection);
      Counts counts = settings.workload().goesOn() ? atRest(statement) : count(statement);
      boolean consistent = counts.faults().values().stream().allMatch(rows -> rows == 0);
      return "{\"record\":\"audit\",\"done\":%s,\"faults\":%s,\"consistent\":%b}"
          .formatted(json(counts.done()), json(counts.faults()), consistent);
    }
  }

  private record Counts(Map<String, Long> done, Map<String, Long> faults) {}

  private Counts count(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery(settings.workload().text(Workload.Script.AUDIT))) {
      row.next();
      return new Counts(columns(row, "done."), columns(row, "faults."));
    }
  }

  // What the servers have accepted may still wait in their queues.
  private Counts atRest(Statement statement) throws SQLException {
    Deadline unrest = new Deadline(LONGEST_UNREST);
    Counts before;
    Counts now = count(statement);
    do {
      before = now;
      LockSupport.parkNanos(BETWEEN_COUNTS.toNanos());
      now = count(statement);
    } while (!now.equals(before) && !unrest.isOver());
    return now;
  }

  private void requireData(Connection connection) throws SQLException {
    String version =
        Template.contents(connection).map(Template.Contents::schemaVersion).orElse(null);
    if (!settings.workload().schemaVersion().equals(version)) {
      throw new DatasetException(
          "database \"%s\" holds %s: run reset first"
              .formatted(settings.database(), version == null ? "no dataset" : "other data"));
    }
  }

  private static Map<String, Long> columns(ResultSet row, String prefix) throws SQLException {
    Map<String, Long> found = new LinkedHashMap<>();
    ResultSetMetaData columns = row.getMetaData();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      String label = columns.getColumnLabel(i);
      if (label.startsWith(prefix)) {
        found.put(label.substring(prefix.length()), row.getLong(i));
      }
    }
    return found;
  }

  private static String json(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .map(count -> "\"%s\":%d".formatted(count.getKey(), count.getValue()))
        .collect(Collectors.joining(",", "{", "}"));
  }

  // A second reset at the same time would drop what the first has just made.
  private void lock(Connection connection) throws SQLException {
    try {
      query(
          connection,
          "SELECT pg_advisory_lock(hashtext(?))",
          "scalelab-dataset " + settings.database());
    } catch (SQLException e) {
      if (CANCELED.equals(e.getSQLState())) {
        throw server.gaveUp(
            "another reset of database \"" + settings.database() + "\" is under way", e);
      }
      throw e;
    }
  }

  // With force all of the database's sessions end at once. But PostgreSQL refuses that to an owner
  // while an autovacuum worker is at work there, for the worker is nobody's.
  private void drop(Connection connection) throws SQLException {
    try {
      execute(connection, "DROP DATABASE IF EXISTS %s WITH (FORCE)", settings.database());
    } catch (SQLException e) {
      if (!INSUFFICIENT_PRIVILEGE.equals(e.getSQLState())) {
        throw e;
      }
      dropWithoutForce(connection);
    }
  }

  // Without force PostgreSQL itself ends autovacuum workers. The servers' sessions are ours to end,
  // and to keep out, for their pools connect again at once: until this or the next reset has made
  // the database anew. A user who is not the owner is refused here.
  private void dropWithoutForce(Connection connection) throws SQLException {
    execute(connection, "ALTER DATABASE %s ALLOW_CONNECTIONS false", settings.database());
    onceFree(connection, settings.database(), "DROP DATABASE %s", settings.database());
  }

  private void copyTemplate(Connection connection) throws SQLException {
    try {
      onceFree(
          connection,
          settings.template(),
          "CREATE DATABASE %s TEMPLATE %s",
          settings.database(),
          settings.template());
    } catch (SQLException e) {
      if (INSUFFICIENT_PRIVILEGE.equals(e.getSQLState())) {
        throw new DatasetException(
            "user \""
                + settings.user()
                + "\" may not create a copy of \""
                + settings.template()
                + "\": it needs the attribute CREATEDB and must own the template",
            e);
      }
      throw e;
    }
  }

  // Ends the sessions on a database, and executes what needs it for itself; again while it is used,
  // until the deadline.
  private void onceFree(Connection connection, String used, String sql, String... databases)
      throws SQLException {
    while (true) {
      endSessions(connection, used);
      try {
        execute(connection, sql, databases);
        return;
      } catch (SQLException e) {
        if (!IN_USE.contains(e.getSQLState())) {
          throw e;
        }
        tryAgain(connection, used, e);
      }
    }
  }

  // Only sessions that the user may end: those of a superuser must end by themselves.
  private void endSessions(Connection connection, String database) throws SQLException {
    query(
        connection,
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            + " WHERE datname = ? AND pg_has_role(usesysid, 'USAGE')",
        database);
  }

  private void tryAgain(Connection connection, String database, SQLException cause)
      throws SQLException {
    String users =
        query(
            connection,
            "SELECT coalesce(string_agg(DISTINCT coalesce(usename || ' (' || application_name || ')',"
                + " backend_type), ', '), 'nobody any more') FROM pg_stat_activity WHERE datname = ?",
            database);
    server.say("database " + database + " is in use by " + users + ", trying again");
    server.pauseOrGiveUp("database \"" + database + "\" stays in use by " + users, cause);
  }

  private void execute(Connection connection, String sql, String... databases) throws SQLException {
    server.limit(connection);
    try (Statement statement = connection.createStatement()) {
      Object[] quoted = new Object[databases.length];
      for (int i = 0; i < databases.length; i++) {
        quoted[i] = statement.enquoteIdentifier(databases[i], true);
      }
      statement.execute(sql.formatted(quoted));
    }
  }

  private String query(Connection connection, String sql, String database) throws SQLException {
    server.limit(connection);
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, database);
      ResultSet row = statement.executeQuery();
      row.next();
      return row.getString(1);
    }
  }
}
