package dev.scalelab.benchmark.web;

import jakarta.resource.ResourceException;
import java.sql.SQLException;
import java.util.Set;

/** Distinguishes a lost or exhausted database from an error of the application. */
public final class DatabaseLoss {

  // Classes of SQLSTATE, from PostgreSQL's list of error codes: connection exception, insufficient
  // resources, operator intervention, invalid catalog name (the database was dropped).
  private static final Set<String> CLASSES = Set.of("08", "53", "57", "3D");

  private DatabaseLoss() {}

  /** Whether the exception was caused by a failed or unavailable connection. */
  public static boolean isBehind(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof ResourceException || isLoss(cause)) {
        return true;
      }
    }
    return false;
  }

  /** The innermost message. */
  static String reason(Throwable e) {
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause.getMessage();
  }

  private static boolean isLoss(Throwable cause) {
    return cause instanceof SQLException sql
        && sql.getSQLState() != null
        && sql.getSQLState().length() == 5
        && CLASSES.contains(sql.getSQLState().substring(0, 2));
  }
}
