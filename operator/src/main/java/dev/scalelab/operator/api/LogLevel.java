package dev.scalelab.operator.api;

/** Levels of the application server's log. */
public enum LogLevel {
  /** Nothing at all. */
  OFF,
  ERROR,
  WARN,
  INFO,
  DEBUG
}
