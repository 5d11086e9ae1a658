package dev.scalelab.benchmark.dataset;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** The template database, which holds the initial contents. */
final class Template {

  private final Settings settings;
  private final Database database;
  private final Server server;

  Template(Settings settings, Database database, Server server) {
    this.settings = settings;
    this.database = database;
    this.server = server;
  }

  /** Fills it, unless it holds the requested data already. Returns whether it was filled. */
  boolean ensureLoaded() throws SQLException {
    try (Connection locked = server.connect(database.maintenance())) {
      lock(locked, database, server);
      return ensureLoadedAlone();
    }
  }

  /**
   * Keeps other processes of this tool from filling or copying the template until the connection is
   * closed: the Job of one may have been lost with its node, while its pod still works.
   */
  static void lock(Connection connection, Database database, Server server) throws SQLException {
    server.lock(
        connection,
        database.template(),
        "template \"" + database.template() + "\" is being filled or copied by another process");
  }

  private boolean ensureLoadedAlone() throws SQLException {
    try (Connection connection = server.connect(database.template());
        Statement statement = connection.createStatement()) {
      if (isCurrent(connection)) {
        server.say("template " + database.template() + " holds scale " + settings.scale());
        return false;
      }
      server.say("filling template " + database.template() + " for scale " + settings.scale());
      connection.setAutoCommit(false);
      statement.execute(
          "SET LOCAL scalelab.part = %d; SET LOCAL scalelab.parts = %d"
              .formatted(database.part().number(), database.part().of()));
      statement.execute(text(Workload.Script.SCHEMA));
      mark(connection);
      statement.execute(text(Workload.Script.DATA));
      connection.commit();
      connection.setAutoCommit(true);
      // The copies inherit the planner's statistics, and rows that need no vacuum later.
      statement.execute("VACUUM (FREEZE, ANALYZE)");
      return true;
    }
  }

  private boolean isCurrent(Connection connection) throws SQLException {
    return contents(connection)
        .filter(found -> found.schemaVersion().equals(schemaVersion()))
        .filter(found -> found.scale() == settings.scale())
        .isPresent();
  }

  /** The content of a database, as recorded when it was filled. */
  record Contents(String schemaVersion, int scale) {}

  /** The content of the connection's database; empty if it was never filled. */
  static Optional<Contents> contents(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      ResultSet marker = statement.executeQuery("SELECT to_regclass('dataset') IS NOT NULL");
      marker.next();
      if (!marker.getBoolean(1)) {
        return Optional.empty();
      }
      ResultSet row = statement.executeQuery("SELECT schema_version, scale FROM dataset");
      return row.next()
          ? Optional.of(new Contents(row.getString(1), row.getInt(2)))
          : Optional.empty();
    }
  }

  private String text(Workload.Script script) {
    return String.join("\n", settings.workload().texts(script, database.domains()));
  }

  private String schemaVersion() {
    return settings.workload().schemaVersion(database);
  }

  private void mark(Connection connection) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO dataset (schema_version, scale) VALUES (?, ?)")) {
      insert.setString(1, schemaVersion());
      insert.setInt(2, settings.scale());
      insert.executeUpdate();
    }
  }
}
