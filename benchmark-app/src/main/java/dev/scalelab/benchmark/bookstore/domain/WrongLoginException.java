package dev.scalelab.benchmark.bookstore.domain;

import jakarta.ejb.ApplicationException;

/** There is no such reader, or the pin is another. */
@ApplicationException(rollback = true)
public class WrongLoginException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Says so. */
  public WrongLoginException() {
    super("there is no reader with this id and pin");
  }
}
