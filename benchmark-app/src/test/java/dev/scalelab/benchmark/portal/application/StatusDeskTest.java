package dev.scalelab.benchmark.portal.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scalelab.benchmark.portal.domain.Account;
import dev.scalelab.benchmark.portal.domain.AccountCache;
import dev.scalelab.benchmark.portal.domain.Accounts;
import dev.scalelab.benchmark.portal.domain.OrderExecuted;
import dev.scalelab.benchmark.portal.domain.OrderTaken;
import dev.scalelab.benchmark.portal.domain.StatusTooOldException;
import dev.scalelab.benchmark.portal.domain.UnknownCustomerException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatusDeskTest {

  private static final Duration MAX_AGE = Duration.ofSeconds(5);

  private final Map<Integer, Account> cached = new HashMap<>();
  private Duration lifespan;
  private int reads;

  /** Age of the store's data when it responds. */
  private Duration slowness = Duration.ZERO;

  private final Accounts store =
      customerId -> {
        reads++;
        return customerId == 1 ? Optional.of(account(slowness)) : Optional.empty();
      };

  private final AccountCache cache =
      new AccountCache() {
        @Override
        public Optional<Account> find(int customerId) {
          return Optional.ofNullable(cached.get(customerId));
        }

        @Override
        public void keep(Account account, Duration forSoLong) {
          cached.put(account.customerId(), account);
          lifespan = forSoLong;
        }

        @Override
        public Optional<String> otherOwner(int customerId) {
          return Optional.empty();
        }

        @Override
        public void forget(int customerId) {
          cached.remove(customerId);
        }
      };

  private final StatusDesk desk = new StatusDesk(store, cache, MAX_AGE);

  @Test
  void theStoreIsAskedOnceWhileTheCacheHasTheAccount() {
    Account first = desk.account(1).account();

    assertThat(desk.account(1).account()).isEqualTo(first);
    assertThat(reads).isEqualTo(1);
  }

  @Test
  void theStoreIsAskedAgainAfterAChangeOfTheAccount() {
    desk.account(1);
    desk.forget(new OrderTaken(1));
    desk.account(1);
    desk.forget(new OrderExecuted(1, Instant.now()));
    desk.account(1);

    assertThat(reads).isEqualTo(3);
  }

  @Test
  void aCachedAccountIsNotReturnedAfterMaxAge() {
    cached.put(1, account(MAX_AGE));

    ToldAccount returned = desk.account(1);

    assertThat(returned.account().asOf()).isAfter(returned.toldAt().minus(MAX_AGE));
    assertThat(reads).isEqualTo(1);
  }

  @Test
  void theTimeThatReadingTookIsPartOfTheAge() {
    slowness = Duration.ofSeconds(3);
    desk.account(1);

    assertThat(lifespan).isBetween(Duration.ofMillis(1), Duration.ofSeconds(2));
  }

  @Test
  void whatTookTooLongToReadIsNeitherReturnedNorCached() {
    slowness = MAX_AGE;

    assertThatThrownBy(() -> desk.account(1))
        .isInstanceOf(StatusTooOldException.class)
        .hasMessage("reading the status took longer than its maximum age of 5000 ms");
    assertThat(cached).isEmpty();
  }

  @Test
  void aCustomerThatThereIsNotIsRefused() {
    assertThatThrownBy(() -> desk.account(2)).isInstanceOf(UnknownCustomerException.class);
  }

  private static Account account(Duration age) {
    return new Account(1, Instant.now().minus(age), 0, List.of(), List.of());
  }
}
