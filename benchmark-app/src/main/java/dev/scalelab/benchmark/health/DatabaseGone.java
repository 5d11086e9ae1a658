package dev.scalelab.benchmark.health;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.Set;

/** Tells a database that is gone from one that is slow, or has no connection to spare. */
final class DatabaseGone {

  // After PostgreSQL's list of error codes: shut down, crashed, not yet started.
  private static final Set<String> STATES = Set.of("57P01", "57P02", "57P03");

  private DatabaseGone() {}

  /**
   * Whether the database had closed the connection, or nothing listened at its port: no load brings
   * that about. A name that cannot be looked up says nothing of the database.
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
