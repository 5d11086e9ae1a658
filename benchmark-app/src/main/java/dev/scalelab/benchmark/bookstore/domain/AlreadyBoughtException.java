package dev.scalelab.benchmark.bookstore.domain;

import jakarta.ejb.ApplicationException;

/** A basket that has become a purchase cannot become another. */
@ApplicationException(rollback = true)
public class AlreadyBoughtException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Says that there is a purchase of the basket. */
  public AlreadyBoughtException(Throwable cause) {
    super("the basket was bought already", cause);
  }
}
