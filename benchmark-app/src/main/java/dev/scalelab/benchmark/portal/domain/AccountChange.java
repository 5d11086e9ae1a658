package dev.scalelab.benchmark.portal.domain;

/** Event: something of a customer's account was changed in the database. */
public interface AccountChange {
  /** The id of the customer. */
  int customerId();
}
