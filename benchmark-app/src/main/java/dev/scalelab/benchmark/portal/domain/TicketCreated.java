package dev.scalelab.benchmark.portal.domain;

/** Event: a ticket of a customer was stored in the database. */
public record TicketCreated(int customerId) implements AccountChange {}
