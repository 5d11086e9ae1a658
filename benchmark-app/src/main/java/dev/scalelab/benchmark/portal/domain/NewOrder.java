package dev.scalelab.benchmark.portal.domain;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/**
 * An order that was accepted and is not in the database yet.
 *
 * @param number the number that the customer gets
 * @param customerId id of the customer
 * @param orderedAt when it was accepted, in whole milliseconds
 */
public record NewOrder(UUID number, int customerId, Instant orderedAt) {

  /**
   * An order accepted now.
   *
   * @param number the client's number for it; null for a new one
   */
  public static NewOrder of(int customerId, UUID number) {
    return new NewOrder(
        number == null ? UUID.randomUUID() : number,
        customerId,
        Instant.now().truncatedTo(ChronoUnit.MILLIS));
  }
}
