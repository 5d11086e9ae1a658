package dev.scalelab.benchmark.cells.domain;

import jakarta.ejb.ApplicationException;

/** A bean has thrown, as its table says. */
@ApplicationException
public class BeanThrewException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BeanThrewException(Bean bean) {
    super(bean + " has thrown, as its table says");
  }
}
