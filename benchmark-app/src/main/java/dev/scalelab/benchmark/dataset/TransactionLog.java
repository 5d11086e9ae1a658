package dev.scalelab.benchmark.dataset;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The database in which application servers log their decisions about transactions across several
 * databases. Resets keep it, because running servers have connections and tables there.
 */
final class TransactionLog {

  private static final String EXISTS = "42P04";

  private final Database beside;
  private final Server server;

  /**
   * @param beside the working database whose name is the prefix; both are on the same server
   */
  TransactionLog(Database beside, Server server) {
    this.beside = beside;
    this.server = server;
  }

  /** Creates it, empty, unless it exists. */
  void ensureThere() throws SQLException {
    String name = beside.name() + "_transactions";
    try (Connection connection = server.connect(beside.maintenance());
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + statement.enquoteIdentifier(name, true));
      server.say("created database " + name + " for the servers' transaction logs");
    } catch (SQLException e) {
      if (!EXISTS.equals(e.getSQLState())) {
        throw e;
      }
    }
  }
}
