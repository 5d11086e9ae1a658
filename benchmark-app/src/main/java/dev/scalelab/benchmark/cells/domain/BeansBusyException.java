package dev.scalelab.benchmark.cells.domain;

import jakarta.ejb.ApplicationException;

/** Every bean thread is in use, and as many calls wait for one as may. */
@ApplicationException
public class BeansBusyException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception with its message. */
  public BeansBusyException() {
    super("all bean threads are in use, and their queue is full");
  }
}
