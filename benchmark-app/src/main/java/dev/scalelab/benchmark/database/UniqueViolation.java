package dev.scalelab.benchmark.database;

import java.sql.SQLException;

/** Distinguishes the violation of a unique constraint from any other error of the database. */
public final class UniqueViolation {

  private static final String SQL_STATE = "23505";

  private UniqueViolation() {}

  /** Whether the exception was caused by a second row with a value that must be unique. */
  public static boolean isBehind(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql && SQL_STATE.equals(sql.getSQLState())) {
        return true;
      }
    }
    return false;
  }
}
