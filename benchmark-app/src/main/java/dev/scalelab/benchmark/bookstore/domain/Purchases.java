package dev.scalelab.benchmark.bookstore.domain;

/** All purchases. */
public interface Purchases {

  /** Keeps a new purchase, which gets its id. */
  void add(Purchase purchase);
}
