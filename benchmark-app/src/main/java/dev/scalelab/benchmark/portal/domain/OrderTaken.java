package dev.scalelab.benchmark.portal.domain;

import java.time.Instant;

/**
 * Event: an order of a customer was stored in the database.
 *
 * @param orderedAt when it was accepted, by this server's clock
 */
public record OrderTaken(int customerId, Instant orderedAt) {}
