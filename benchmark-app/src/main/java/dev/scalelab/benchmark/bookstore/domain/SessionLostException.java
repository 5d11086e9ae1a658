package dev.scalelab.benchmark.bookstore.domain;

import jakarta.ejb.ApplicationException;

/** The state of a session is lost with the server that had its only copy. */
@ApplicationException(rollback = true)
public class SessionLostException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception with its message. */
  public SessionLostException() {
    super("the session was lost with its server: log in again");
  }
}
