package dev.scalelab.benchmark.bookstore.application;

import dev.scalelab.benchmark.bookstore.domain.Shopper;
import java.util.function.Consumer;

/** The web session of the request, which can keep a shopper. */
public interface WebSession {

  /** Whether there is one. */
  boolean hasBegun();

  /** A copy of the shopper that it keeps; somebody new where it keeps none. */
  Shopper shopper();

  /** Changes the shopper that it keeps, and returns a copy of what became of it. */
  Shopper change(Consumer<Shopper> change);

  /** Ends it, where there is one. */
  void end();
}
