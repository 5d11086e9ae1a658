package dev.scalelab.benchmark.portal.application;

import dev.scalelab.benchmark.portal.domain.Account;
import java.time.Instant;

/**
 * An account that is told to its customer.
 *
 * @param account what is told
 * @param toldAt when; the account was not too old then
 */
public record ToldAccount(Account account, Instant toldAt) {}
