package dev.scalelab.benchmark.dataset;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;

/** The working database, which the application servers read and write. */
final class WorkingDatabase {

  // PostgreSQL itself waits for a while until a database is unused, and may be canceled meanwhile.
  private static final Set<String> IN_USE = Set.of("55006", Server.CANCELED);
  private static final String INSUFFICIENT_PRIVILEGE = "42501";

  // There is no such prepared transaction, or another session is ending it.
  private static final Set<String> ENDED_MEANWHILE = Set.of("42704", "55000");

  private final Database database;
  private final Server server;

  WorkingDatabase(Database database, Server server) {
    this.database = database;
    this.server = server;
  }

  /** Replaces the working database by a copy of the template. */
  void reset() throws SQLException {
    try (Connection connection = server.connect(database.maintenance())) {
      // A second reset at the same time would drop the database that the first has just created.
      server.lock(
          connection,
          database.name(),
          "another reset of database \"" + database.name() + "\" is under way");
      server.say("replacing database " + database.name());
      endPrepared(connection);
      drop(connection);
      copyTemplate(connection);
    }
    server.say("database " + database.name() + " was reset");
  }

  /**
   * Lets the tool connect to the working database although servers use up its connections: those
   * that the server has beyond the limit are free.
   */
  void admit() throws SQLException {
    if (database.isLimited()) {
      try (Connection connection = server.connect(database.maintenance())) {
        execute(
            connection,
            "ALTER DATABASE %s CONNECTION LIMIT " + Database.UNLIMITED,
            database.name());
      }
    }
  }

  // A prepared transaction of a lost server belongs to no session, and prevents that the database
  // is dropped. It can only be ended from within that database.
  private void endPrepared(Connection connection) throws SQLException {
    if (!hasPrepared(connection)) {
      return;
    }
    try (Connection inside = server.connect(database.name());
        Statement statement = inside.createStatement()) {
      ResultSet left =
          statement.executeQuery(
              "SELECT gid FROM pg_prepared_xacts WHERE database = current_database()");
      while (left.next()) {
        rollBack(inside, left.getString(1));
      }
    }
  }

  private boolean hasPrepared(Connection connection) throws SQLException {
    String prepared = "SELECT count(*) FROM pg_prepared_xacts WHERE database = ?";
    return !query(connection, prepared, database.name()).equals("0");
  }

  // A server that still works may have ended it, or be about to.
  private static void rollBack(Connection inside, String gid) throws SQLException {
    try (Statement statement = inside.createStatement()) {
      statement.execute("ROLLBACK PREPARED " + statement.enquoteLiteral(gid));
    } catch (SQLException e) {
      if (!ENDED_MEANWHILE.contains(e.getSQLState())) {
        throw e;
      }
    }
  }

  // With FORCE, all sessions on the database end at once. But PostgreSQL denies that to an owner
  // while an autovacuum worker is active there, because the worker has no user. Until the sessions
  // have ended, servers prepare further transactions: suppliers go on delivering.
  private void drop(Connection connection) throws SQLException {
    try {
      onceFree(
          connection,
          database.name(),
          () -> endPrepared(connection),
          () -> execute(connection, "DROP DATABASE IF EXISTS %s WITH (FORCE)", database.name()));
    } catch (SQLException e) {
      if (!INSUFFICIENT_PRIVILEGE.equals(e.getSQLState())) {
        throw e;
      }
      dropWithoutForce(connection);
    }
  }

  // Without FORCE, PostgreSQL ends autovacuum workers. We must end the servers' sessions ourselves,
  // and block new ones, because their pools reconnect at once: until this or the next reset has
  // recreated the database. A user who is not the owner is rejected here.
  private void dropWithoutForce(Connection connection) throws SQLException {
    onceFree(
        connection,
        database.name(),
        () -> {
          if (hasPrepared(connection)) {
            admit(connection, true);
            endPrepared(connection);
          }
          admit(connection, false);
          endSessions(connection, database.name());
        },
        () -> execute(connection, "DROP DATABASE %s", database.name()));
  }

  private void admit(Connection connection, boolean sessions) throws SQLException {
    execute(connection, "ALTER DATABASE %s ALLOW_CONNECTIONS " + sessions, database.name());
  }

  private void copyTemplate(Connection connection) throws SQLException {
    // It is not filled meanwhile: that session would be ended here.
    Template.lock(connection, database, server);
    try {
      onceFree(
          connection,
          database.template(),
          () -> endSessions(connection, database.template()),
          () ->
              execute(
                  connection,
                  "CREATE DATABASE %s TEMPLATE %s CONNECTION LIMIT " + database.connectionLimit(),
                  database.name(),
                  database.template()));
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

  /** Statements that may find a database in use. */
  private interface Work {
    void run() throws SQLException;
  }

  // Executes a statement that requires that a database is unused; repeats while it is used, until
  // the deadline.
  private void onceFree(Connection connection, String used, Work before, Work statement)
      throws SQLException {
    while (true) {
      before.run();
      try {
        statement.run();
        return;
      } catch (SQLException e) {
        if (!IN_USE.contains(e.getSQLState())) {
          throw e;
        }
        tryAgain(connection, used, e);
      }
    }
  }

  // Only sessions that the user may end: those of a superuser must end on their own.
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
                + " ')', backend_type), ', '), 'no session any more') FROM pg_stat_activity WHERE"
                + " datname = ?",
            name);
    server.say("database " + name + " is in use by " + users + ", retrying");
    server.pauseOrGiveUp("database \"" + name + "\" is still in use by " + users, cause);
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
