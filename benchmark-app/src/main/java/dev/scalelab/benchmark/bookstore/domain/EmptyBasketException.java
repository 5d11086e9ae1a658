package dev.scalelab.benchmark.bookstore.domain;

import jakarta.ejb.ApplicationException;

/** An empty basket cannot be bought. */
@ApplicationException(rollback = true)
public class EmptyBasketException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception with its message. */
  public EmptyBasketException() {
    super("the basket is empty");
  }
}
