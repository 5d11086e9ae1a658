package dev.scalelab.benchmark.portal.domain;

/** No customer has the given id. */
public class UnknownCustomerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Creates the exception for the id. */
  public UnknownCustomerException(int id) {
    super("there is no customer " + id);
  }
}
