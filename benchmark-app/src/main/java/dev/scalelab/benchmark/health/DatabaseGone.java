package dev.scalelab.benchmark.health;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.Set;

/** Distinguishes a database that is down from one that is slow or has no free connection. */
final class DatabaseGone {

  // From PostgreSQL's list of error codes: shut down, crashed, not yet started.
  private static final Set<String> STATES = Set.of("57P01", "57P02", "57P03");

  private DatabaseGone() {}

  /**
   * Whether the database had closed the connection, or no process listened at its port: no load
   * causes that. A name that cannot be resolved proves nothing about the database.
   */
  static boolean isBehind(SQLException e) {
    if (STATES.contains(String.valueOf(e.getSQLState()))) {
      return true;
    }
    boolean connectionFailed = false;
    for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof SocketTimeoutException || cause instanceof UnknownHostException) {
        return false;
      }
      connectionFailed |= cause instanceof IOException;
    }
    return connectionFailed;
  }
}
