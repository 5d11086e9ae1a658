/**
 * ECperf's manufacturing domain: parts in stock, work orders that turn them into items, large
 * orders.
 */
package dev.scalelab.benchmark.ecperf.manufacturing.domain;
