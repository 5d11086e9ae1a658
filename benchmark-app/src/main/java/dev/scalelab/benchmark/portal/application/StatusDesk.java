package dev.scalelab.benchmark.portal.application;

import dev.scalelab.benchmark.portal.domain.Account;
import dev.scalelab.benchmark.portal.domain.AccountCache;
import dev.scalelab.benchmark.portal.domain.Accounts;
import dev.scalelab.benchmark.portal.domain.MaxAge;
import dev.scalelab.benchmark.portal.domain.OrderTaken;
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
 * Tells customers of their orders and tickets, from the cache where it has them.
 *
 * <p>Nothing that it tells is older than {@link #maxAge}. A reader may put into the cache what it
 * read just before an order was committed and dropped the account there: such an account still says
 * when it was read, and is told no longer than any other.
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

  /** No status that is told is older. */
  public Duration maxAge() {
    return maxAge;
  }

  /**
   * The account of a customer, now.
   *
   * @throws UnknownCustomerException when there is no such customer
   * @throws StatusTooOldException when reading it took longer than it may be told
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

  /** The server that is asked for a customer with less effort; empty when it is this one. */
  public Optional<String> nearerServer(int customerId) {
    return cache.otherOwner(customerId);
  }

  /** What the cache has of a customer is out of date as soon as an order is in the database. */
  void forget(@Observes(during = TransactionPhase.AFTER_SUCCESS) OrderTaken taken) {
    cache.forget(taken.customerId());
  }

  /** Empty when it is too old to be told now. */
  private Optional<ToldAccount> told(Account account) {
    Instant now = Instant.now();
    return account.leftOf(maxAge, now).toMillis() > 0
        ? Optional.of(new ToldAccount(account, now))
        : Optional.empty();
  }
}
