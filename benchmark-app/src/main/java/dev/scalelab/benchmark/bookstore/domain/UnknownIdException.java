package dev.scalelab.benchmark.bookstore.domain;

import jakarta.ejb.ApplicationException;

/** No book exists with the given id. */
@ApplicationException(rollback = true)
public class UnknownIdException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private UnknownIdException(String message) {
    super(message);
  }

  /** No book has this id. */
  public static UnknownIdException book(int id) {
    return new UnknownIdException("there is no book " + id);
  }

  /** The basket has no copy of this book. */
  public static UnknownIdException bookInBasket(int id) {
    return new UnknownIdException("there is no book " + id + " in the basket");
  }
}
