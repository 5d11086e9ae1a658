package dev.scalelab.benchmark.ecperf.manufacturing.domain;

import jakarta.ejb.ApplicationException;

/**
 * Parts are missing, and nothing was taken.
 *
 * <p>The transaction goes on: what it has ordered from suppliers stays ordered.
 */
@ApplicationException(rollback = false)
public class OutOfStockException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Says how many pieces of which part are missing. */
  public OutOfStockException(int partId, int missing) {
    super(missing + " pieces of part " + partId + " are missing");
  }
}
