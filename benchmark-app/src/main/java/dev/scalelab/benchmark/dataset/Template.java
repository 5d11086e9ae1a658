package dev.scalelab.benchmark.dataset;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The template database, which holds the initial contents. */
final class Template {

  private final Settings settings;
  private final Server server;

  Template(Settings settings, Server server) {
    this.settings = settings;
    this.server = server;
  }

  /** Fills the template, unless it holds the asked-for data already. Returns the tool's record. */
  String load() throws SQLException {
    boolean filled = ensureLoaded();
    return "{\"record\":\"load\",\"scale\":%d,\"schemaVersion\":\"%s\",\"filled\":%b,\"millis\":%d}"
        .formatted(
            settings.scale(),
            Script.schemaVersion(),
            filled,
            server.deadline().elapsed().toMillis());
  }

  /** Whether the template had to be filled. */
  boolean ensureLoaded() throws SQLException {
    try (Connection connection = server.connect(settings.template());
        Statement statement = connection.createStatement()) {
      if (isCurrent(connection)) {
        server.say("template " + settings.template() + " holds scale " + settings.scale());
        return false;
      }
      server.say("filling template " + settings.template() + " for scale " + settings.scale());
      connection.setAutoCommit(false);
      statement.execute(Script.SCHEMA.text());
      mark(connection);
      statement.execute(Script.DATA.text());
      connection.commit();
      connection.setAutoCommit(true);
      // The copies inherit the planner's statistics, and rows that need no later vacuum.
      statement.execute("VACUUM (FREEZE, ANALYZE)");
      return true;
    }
  }

  private boolean isCurrent(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      ResultSet marker = statement.executeQuery("SELECT to_regclass('dataset') IS NOT NULL");
      marker.next();
      if (!marker.getBoolean(1)) {
        return false;
      }
      ResultSet row = statement.executeQuery("SELECT schema_version, scale FROM dataset");
      return row.next()
          && row.getString(1).equals(Script.schemaVersion())
          && row.getInt(2) == settings.scale();
    }
  }

  private void mark(Connection connection) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO dataset (schema_version, scale) VALUES (?, ?)")) {
      insert.setString(1, Script.schemaVersion());
      insert.setInt(2, settings.scale());
      insert.executeUpdate();
    }
  }
}
