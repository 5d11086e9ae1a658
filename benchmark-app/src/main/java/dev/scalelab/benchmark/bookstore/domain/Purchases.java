package dev.scalelab.benchmark.bookstore.domain;

/** All purchases. */
public interface Purchases {

  /**
   * Keeps a new purchase, which gets its id.
   *
   * @throws AlreadyBoughtException when there is a purchase of the same basket
   */
  void add(Purchase purchase);
}
