package dev.scalelab.benchmark.cells.domain;

import jakarta.ejb.ApplicationException;

/** A bean threw an exception, as configured in its table. */
@ApplicationException
public class BeanThrewException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  BeanThrewException(Bean bean) {
    super(bean + " threw an exception, as configured in its table");
  }
}
