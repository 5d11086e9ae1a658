package dev.scalelab.benchmark.ecperf.manufacturing.domain;

import jakarta.ejb.ApplicationException;

/**
 * Parts are missing, and none were taken.
 *
 * <p>The transaction is not rolled back: purchase orders made in it are kept.
 */
@ApplicationException(rollback = false)
public class OutOfStockException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception with the number of missing pieces and the part. */
  public OutOfStockException(int partId, int missing) {
    super(missing + " pieces of part " + partId + " are missing");
  }
}
