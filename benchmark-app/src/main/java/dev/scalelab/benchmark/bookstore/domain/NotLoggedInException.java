package dev.scalelab.benchmark.bookstore.domain;

import jakarta.ejb.ApplicationException;

/** Nobody is logged in, or the session with the reader in it is lost. */
@ApplicationException(rollback = true)
public class NotLoggedInException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Says so. */
  public NotLoggedInException() {
    super("nobody is logged in in this session: log in first");
  }
}
