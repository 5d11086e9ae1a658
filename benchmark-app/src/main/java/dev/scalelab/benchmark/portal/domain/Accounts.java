package dev.scalelab.benchmark.portal.domain;

import java.util.Optional;

/** What the store knows of each customer. */
public interface Accounts {

  /** The account of a customer as it is now; empty when there is no such customer. */
  Optional<Account> read(int customerId);
}
