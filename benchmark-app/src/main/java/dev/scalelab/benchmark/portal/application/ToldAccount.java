package dev.scalelab.benchmark.portal.application;

import dev.scalelab.benchmark.portal.domain.Account;
import java.time.Instant;

/**
 * An account returned to its customer.
 *
 * @param account the account
 * @param toldAt time of the response; the account was not too old at that time
 */
public record ToldAccount(Account account, Instant toldAt) {}
