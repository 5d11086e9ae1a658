package dev.scalelab.operator.api;

/** Levels of the application server's log. */
public enum LogLevel {
  ERROR,
  WARN,
  INFO,
  DEBUG
}
