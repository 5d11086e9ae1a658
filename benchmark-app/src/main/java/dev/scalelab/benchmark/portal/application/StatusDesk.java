package dev.scalelab.benchmark.portal.application;

import dev.scalelab.benchmark.portal.domain.Account;
import dev.scalelab.benchmark.portal.domain.AccountCache;
import dev.scalelab.benchmark.portal.domain.AccountChange;
import dev.scalelab.benchmark.portal.domain.Accounts;
import dev.scalelab.benchmark.portal.domain.MaxAge;
import dev.scalelab.benchmark.portal.domain.StatusTooOldException;
import dev.scalelab.benchmark.portal.domain.UnknownCustomerException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Returns the orders and tickets of customers, from the cache if possible.
 *
 * <p>No returned account is older than {@link #maxAge}. A reader may store in the cache an account
 * that it read just before a change was committed and the cache entry removed: such an account
 * still has the time when it was read, and is not returned longer than any other.
 */
@ApplicationScoped
public class StatusDesk {

  private Accounts accounts;
  private AccountCache cache;
  private Duration maxAge;

  /** For the container. */
  public StatusDesk() {}

  @Inject
  StatusDesk(Accounts accounts, AccountCache cache, MaxAge maxAge) {
    this(accounts, cache, maxAge.duration());
  }

  StatusDesk(Accounts accounts, AccountCache cache, Duration maxAge) {
    this.accounts = accounts;
    this.cache = cache;
    this.maxAge = maxAge;
  }

  /** The maximum age of a returned status. */
  public Duration maxAge() {
    return maxAge;
  }

  /**
   * The current account of a customer.
   *
   * @throws UnknownCustomerException if the customer does not exist
   * @throws StatusTooOldException if reading it took longer than the maximum age
   */
  public ToldAccount account(int customerId) {
    Optional<ToldAccount> cached = cache.find(customerId).flatMap(this::told);
    if (cached.isPresent()) {
      return cached.get();
    }
    Account read =
        accounts.read(customerId).orElseThrow(() -> new UnknownCustomerException(customerId));
    ToldAccount told = told(read).orElseThrow(() -> new StatusTooOldException(maxAge));
    cache.keep(read, read.leftOf(maxAge, told.toldAt()));
    return told;
  }

  /** The server with the customer's account in its cache; empty if it is this one. */
  public Optional<String> nearerServer(int customerId) {
    return cache.otherOwner(customerId);
  }

  /** A cached account is out of date as soon as a change of it is in the database. */
  void forget(@Observes(during = TransactionPhase.AFTER_SUCCESS) AccountChange change) {
    cache.forget(change.customerId());
  }

  /** Empty if the account is too old to be returned now. */
  private Optional<ToldAccount> told(Account account) {
    Instant now = Instant.now();
    return account.leftOf(maxAge, now).toMillis() > 0
        ? Optional.of(new ToldAccount(account, now))
        : Optional.empty();
  }
}
