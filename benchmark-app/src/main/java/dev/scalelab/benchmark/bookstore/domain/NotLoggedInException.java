package dev.scalelab.benchmark.bookstore.domain;

import jakarta.ejb.ApplicationException;

/** No reader is logged in, or the session of the reader is lost. */
@ApplicationException(rollback = true)
public class NotLoggedInException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception with its message. */
  public NotLoggedInException() {
    super("no reader is logged in in this session: log in first");
  }
}
