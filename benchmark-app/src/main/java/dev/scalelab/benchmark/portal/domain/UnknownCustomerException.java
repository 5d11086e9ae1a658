package dev.scalelab.benchmark.portal.domain;

/** No customer has the id that was given. */
public class UnknownCustomerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Names the id. */
  public UnknownCustomerException(int id) {
    super("there is no customer " + id);
  }
}
