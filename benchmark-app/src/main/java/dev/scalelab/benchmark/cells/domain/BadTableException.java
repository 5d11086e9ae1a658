package dev.scalelab.benchmark.cells.domain;

/** A table that cannot be used: the message names row, column and rule. */
public class BadTableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BadTableException(int row, String rule) {
    super("row %d: %s".formatted(row, rule));
  }

  BadTableException(int row, String column, String rule, String value) {
    super("row %d, column %s: must be %s (it is '%s')".formatted(row, column, rule, value));
  }
}
