package dev.scalelab.benchmark.bookstore.application;

import dev.scalelab.benchmark.bookstore.domain.Shopper;
import jakarta.ejb.NoSuchEJBException;

/**
 * The shopper of the visitor who has sent the request, in a stateful bean. Calls throw {@link
 * NoSuchEJBException} if the bean was lost with its server.
 */
public interface VisitorsShopper {

  /** Whether the visitor has one. */
  boolean hasBegun();

  /** A copy of the shopper. */
  Shopper shopper();

  /** Changes the shopper, a new one if the visitor has none, and returns a copy of the result. */
  Shopper change(Change change);

  /** Removes the shopper, if it still exists, and what refers to it. */
  void end();
}
