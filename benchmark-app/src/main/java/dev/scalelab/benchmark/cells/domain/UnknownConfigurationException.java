package dev.scalelab.benchmark.cells.domain;

import jakarta.ejb.ApplicationException;

/** The table has no configuration of the name that was given. */
@ApplicationException
public class UnknownConfigurationException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The name that the table does not have. */
  public UnknownConfigurationException(String name) {
    super("there is no configuration " + name);
  }
}
