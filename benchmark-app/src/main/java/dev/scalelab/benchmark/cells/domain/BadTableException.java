package dev.scalelab.benchmark.cells.domain;

/**
 * An invalid table: the message contains the line, the column and the rule. It contains none of the
 * file's data, because it ends up in an experiment's status, which users without access to the file
 * may read.
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
