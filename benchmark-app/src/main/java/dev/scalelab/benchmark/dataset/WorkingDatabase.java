package dev.scalelab.benchmark.dataset;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;

/** The working database, which the application servers read and write. */
final class WorkingDatabase {

  // The server itself waits a while for a database to become free, and may be cut off in that.
  private static final String CANCELED = "57014";
  private static final Set<String> IN_USE = Set.of("55006", CANCELED);
  private static final String INSUFFICIENT_PRIVILEGE = "42501";

  private final Database database;
  private final Server server;

  WorkingDatabase(Database database, Server server) {
    this.database = database;
    this.server = server;
  }

  /** Replaces the working database by a copy of the template. */
  void reset() throws SQLException {
    try (Connection connection = server.connect(database.maintenance())) {
      lock(connection);
      server.say("replacing database " + database.name());
      endPrepared(connection);
      drop(connection);
      copyTemplate(connection);
    }
    server.say("database " + database.name() + " is as new");
  }

  // A second reset at the same time would drop what the first has just made.
  private void lock(Connection connection) throws SQLException {
    try {
      query(
          connection,
          "SELECT pg_advisory_lock(hashtext(?))",
          "scalelab-dataset " + database.name());
    } catch (SQLException e) {
      if (CANCELED.equals(e.getSQLState())) {
        throw server.gaveUp(
            "another reset of database \"" + database.name() + "\" is under way", e);
      }
      throw e;
    }
  }

  // A transaction that a lost server has left between prepare and commit is in nobody's session,
  // and
  // keeps the database from being dropped. It can be ended from within that database only.
  private void endPrepared(Connection connection) throws SQLException {
    String prepared = "SELECT count(*) FROM pg_prepared_xacts WHERE database = ?";
    if (query(connection, prepared, database.name()).equals("0")) {
      return;
    }
    try (Connection inside = server.connect(database.name());
        Statement statement = inside.createStatement();
        Statement each = inside.createStatement()) {
      ResultSet left =
          statement.executeQuery(
              "SELECT gid FROM pg_prepared_xacts WHERE database = current_database()");
      while (left.next()) {
        each.execute("ROLLBACK PREPARED " + each.enquoteLiteral(left.getString(1)));
      }
    }
  }

  // With force all of the database's sessions end at once. But PostgreSQL refuses that to an owner
  // while an autovacuum worker is at work there, for the worker is nobody's.
  private void drop(Connection connection) throws SQLException {
    try {
      execute(connection, "DROP DATABASE IF EXISTS %s WITH (FORCE)", database.name());
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
    execute(connection, "ALTER DATABASE %s ALLOW_CONNECTIONS false", database.name());
    onceFree(connection, database.name(), "DROP DATABASE %s", database.name());
  }

  private void copyTemplate(Connection connection) throws SQLException {
    try {
      onceFree(
          connection,
          database.template(),
          "CREATE DATABASE %s TEMPLATE %s",
          database.name(),
          database.template());
    } catch (SQLException e) {
      if (INSUFFICIENT_PRIVILEGE.equals(e.getSQLState())) {
        throw new DatasetException(
            "user \""
                + database.user()
                + "\" may not create a copy of \""
                + database.template()
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
  private void endSessions(Connection connection, String name) throws SQLException {
    query(
        connection,
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            + " WHERE datname = ? AND pg_has_role(usesysid, 'USAGE')",
        name);
  }

  private void tryAgain(Connection connection, String name, SQLException cause)
      throws SQLException {
    String users =
        query(
            connection,
            "SELECT coalesce(string_agg(DISTINCT coalesce(usename || ' (' || application_name ||"
                + " ')', backend_type), ', '), 'nobody any more') FROM pg_stat_activity WHERE"
                + " datname = ?",
            name);
    server.say("database " + name + " is in use by " + users + ", trying again");
    server.pauseOrGiveUp("database \"" + name + "\" stays in use by " + users, cause);
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

  private String query(Connection connection, String sql, String name) throws SQLException {
    server.limit(connection);
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, name);
      ResultSet row = statement.executeQuery();
      row.next();
      return row.getString(1);
    }
  }
}
