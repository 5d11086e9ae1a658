package dev.scalelab.benchmark.bookstore.domain;

import jakarta.ejb.ApplicationException;

/** The basket holds as many books as it may. */
@ApplicationException(rollback = true)
public class BasketFullException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Says so. */
  public BasketFullException() {
    super("the basket holds at most " + Shopper.MAX_BOOKS + " books");
  }
}
