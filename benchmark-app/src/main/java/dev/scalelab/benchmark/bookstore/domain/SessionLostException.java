package dev.scalelab.benchmark.bookstore.domain;

import jakarta.ejb.ApplicationException;

/** The state of a session is gone with the server that had its only copy. */
@ApplicationException(rollback = true)
public class SessionLostException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Says so. */
  public SessionLostException() {
    super("the session is lost with the server that had it: log in again");
  }
}
