package dev.scalelab.benchmark.bookstore.domain;

import jakarta.ejb.ApplicationException;

/**
 * The basket was already bought; it cannot be bought again. Without the database's exception: a
 * caller in another server may not have its classes.
 */
@ApplicationException(rollback = true)
public class AlreadyBoughtException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception with its message. */
  public AlreadyBoughtException() {
    super("the basket was bought already");
  }
}
