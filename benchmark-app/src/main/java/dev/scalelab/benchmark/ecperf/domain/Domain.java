package dev.scalelab.benchmark.ecperf.domain;

/** A part of the business, with tables and beans of its own. */
public enum Domain {
  CUSTOMER,
  CORPORATE,
  MANUFACTURING,
  SUPPLIER
}
