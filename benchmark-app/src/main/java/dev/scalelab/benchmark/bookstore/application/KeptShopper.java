package dev.scalelab.benchmark.bookstore.application;

import dev.scalelab.benchmark.bookstore.domain.Shopper;

/** A shopper in a stateful bean that a client can refer to without a web session. */
public interface KeptShopper {

  /** A copy of the shopper. */
  Shopper shopper();

  /** Changes the shopper, and returns a copy of the result. */
  Shopper change(Change change);

  /** Removes the bean. */
  void end();
}
