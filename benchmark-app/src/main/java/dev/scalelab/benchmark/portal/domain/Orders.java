package dev.scalelab.benchmark.portal.domain;

/** All orders. */
public interface Orders {

  /** Keeps an order, unless there is one of its number; tells whether it was new. */
  boolean addIfNew(NewOrder order);
}
