package dev.scalelab.benchmark.portal.domain;

/** Event: an order of a customer was stored in the database. */
public record OrderTaken(int customerId) implements AccountChange {}
