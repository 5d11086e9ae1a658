package dev.scalelab.benchmark.cells.domain;

/**
 * A table that cannot be used: the message names line, column and rule. It has nothing of what the
 * file holds, for it is read by others than the file: it ends up in an experiment's status.
 */
public class BadTableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BadTableException(int line, String rule) {
    super("line %d: %s".formatted(line, rule));
  }

  BadTableException(int line, String column, String rule) {
    super("line %d, column %s: must be %s".formatted(line, column, rule));
  }
}
