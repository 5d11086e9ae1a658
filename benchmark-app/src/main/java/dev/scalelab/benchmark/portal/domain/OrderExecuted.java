package dev.scalelab.benchmark.portal.domain;

import java.time.Instant;

/**
 * Event: an order of a customer is executed, according to the database.
 *
 * @param orderedAt when it was accepted, by this server's clock
 */
public record OrderExecuted(int customerId, Instant orderedAt) implements AccountChange {}
