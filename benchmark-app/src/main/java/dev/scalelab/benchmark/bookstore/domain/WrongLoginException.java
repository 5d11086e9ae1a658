package dev.scalelab.benchmark.bookstore.domain;

import jakarta.ejb.ApplicationException;

/** The reader does not exist, or has another pin. */
@ApplicationException(rollback = true)
public class WrongLoginException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception with its message. */
  public WrongLoginException() {
    super("there is no reader with this id and pin");
  }
}
