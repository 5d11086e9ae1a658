package dev.scalelab.benchmark.bookstore.application;

import dev.scalelab.benchmark.bookstore.domain.AlreadyBoughtException;
import dev.scalelab.benchmark.bookstore.domain.EmptyBasketException;
import dev.scalelab.benchmark.bookstore.domain.Shopper;
import dev.scalelab.benchmark.bookstore.domain.UnknownIdException;

/** Turns a basket into a purchase. */
public interface Buy {

  /**
   * Buys the content of the shopper's basket.
   *
   * @throws EmptyBasketException if the basket is empty
   * @throws UnknownIdException if a book no longer exists
   * @throws AlreadyBoughtException if the basket was bought before
   */
  PurchaseDetails whatIsInTheBasketOf(Shopper shopper);
}
