package dev.scalelab.benchmark.bookstore.application;

import dev.scalelab.benchmark.bookstore.domain.Shopper;

/** The shopper's bean to which the request refers. */
public interface ReferredShopper {

  /** Whether the request refers to one. */
  boolean hasBegun();

  /** A copy of the shopper. */
  Shopper shopper();

  /** Changes the shopper, of a new bean if the request refers to none, and returns a copy. */
  Shopper change(Change change);

  /** Removes the bean, if it still exists, and the client's reference. */
  void end();
}
