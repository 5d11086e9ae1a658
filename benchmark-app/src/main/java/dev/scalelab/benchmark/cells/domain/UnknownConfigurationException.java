package dev.scalelab.benchmark.cells.domain;

import jakarta.ejb.ApplicationException;

/** The table has no configuration with the given name. */
@ApplicationException
public class UnknownConfigurationException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception for the name. */
  public UnknownConfigurationException(String name) {
    super("there is no configuration " + name);
  }
}
