package dev.scalelab.benchmark.bookstore.domain;

/** All purchases. */
public interface Purchases {

  /**
   * Stores a new purchase, and sets its id.
   *
   * @throws AlreadyBoughtException if a purchase of the same basket exists
   */
  void add(Purchase purchase);
}
