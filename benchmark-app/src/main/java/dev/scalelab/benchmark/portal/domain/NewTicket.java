package dev.scalelab.benchmark.portal.domain;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/**
 * A ticket that a customer creates.
 *
 * @param number the number that the customer gets
 * @param customerId id of the customer
 * @param openedAt when it was created, in whole milliseconds
 */
public record NewTicket(UUID number, int customerId, Instant openedAt) {
  /**
   * A ticket created now.
   *
   * @param number the client's number for it; null for a new one
   */
  public static NewTicket of(int customerId, UUID number) {
    return new NewTicket(
        number == null ? UUID.randomUUID() : number,
        customerId,
        Instant.now().truncatedTo(ChronoUnit.MILLIS));
  }
}
