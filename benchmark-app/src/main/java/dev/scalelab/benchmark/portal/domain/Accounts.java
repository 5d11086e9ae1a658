package dev.scalelab.benchmark.portal.domain;

import java.util.Optional;

/** The accounts in the store's database. */
public interface Accounts {

  /** The current account of a customer; empty if the customer does not exist. */
  Optional<Account> read(int customerId);
}
