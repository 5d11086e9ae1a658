package dev.scalelab.benchmark.bookstore.domain;

import jakarta.ejb.ApplicationException;

/** The basket holds the maximum number of books. */
@ApplicationException(rollback = true)
public class BasketFullException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception with its message. */
  public BasketFullException() {
    super("the basket holds at most " + Shopper.MAX_BOOKS + " books");
  }
}
