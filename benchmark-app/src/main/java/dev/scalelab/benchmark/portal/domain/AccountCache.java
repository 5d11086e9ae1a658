package dev.scalelab.benchmark.portal.domain;

import java.time.Duration;
import java.util.Optional;

/** Accounts that were read of late. It may forget any of them, and fail nobody. */
public interface AccountCache {

  /** The account of a customer, if it is here. */
  Optional<Account> find(int customerId);

  /** Keeps an account for so long. */
  void keep(Account account, Duration lifespan);

  /** The server that owns the account of a customer, or would; empty when this one has it too. */
  Optional<String> otherOwner(int customerId);

  /** Drops the account of a customer, on every server. */
  void forget(int customerId);
}
