package dev.scalelab.benchmark.ecperf.corporate.application;

/**
 * On what terms a customer orders.
 *
 * @param name the customer's
 * @param discountPercent the discount in percent of the list price
 */
public record CustomerTerms(String name, int discountPercent) {}
