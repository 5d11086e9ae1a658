package dev.scalelab.benchmark.ecperf.corporate.application;

/**
 * The terms on which a customer orders.
 *
 * @param name name of the customer
 * @param discountPercent the discount in percent of the list price
 */
public record CustomerTerms(String name, int discountPercent) {}
