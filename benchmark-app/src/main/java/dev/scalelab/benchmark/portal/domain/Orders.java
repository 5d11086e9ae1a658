package dev.scalelab.benchmark.portal.domain;

/** All orders. */
public interface Orders {
  /** Stores an order, unless one with its number exists; returns whether it was new. */
  boolean addIfNew(NewOrder order);

  /** Changes the state of a taken order, and of no other; returns whether it was changed. */
  boolean changeIfTaken(OrderChange change);
}
