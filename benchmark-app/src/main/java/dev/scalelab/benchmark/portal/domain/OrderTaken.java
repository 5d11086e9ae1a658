package dev.scalelab.benchmark.portal.domain;

/** An order of a customer has come into the database. */
public record OrderTaken(int customerId) {}
