package dev.scalelab.benchmark.ecperf.corporate.application;

import java.io.Serializable;

/** The terms on which a customer orders. Not a record, so that any marshaller can copy it. */
public final class CustomerTerms implements Serializable {

  private static final long serialVersionUID = 1L;

  private final String name;
  private final int discountPercent;

  CustomerTerms(String name, int discountPercent) {
    this.name = name;
    this.discountPercent = discountPercent;
  }

  /** Name of the customer. */
  public String name() {
    return name;
  }

  /** The discount in percent of the list price. */
  public int discountPercent() {
    return discountPercent;
  }
}
