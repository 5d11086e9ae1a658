package dev.scalelab.benchmark.portal.domain;

import java.time.Duration;
import java.util.Optional;

/** Recently read accounts. It may drop any of them, and must not cause a request to fail. */
public interface AccountCache {

  /** The account of a customer, if it is cached. */
  Optional<Account> find(int customerId);

  /** Caches an account for this duration. */
  void keep(Account account, Duration lifespan);

  /**
   * The server that owns the account of a customer, cached or not; empty if this server has it too.
   */
  Optional<String> otherOwner(int customerId);

  /** Removes the account of a customer, on every server. */
  void forget(int customerId);
}
