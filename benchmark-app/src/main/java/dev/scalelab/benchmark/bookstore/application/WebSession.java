package dev.scalelab.benchmark.bookstore.application;

import dev.scalelab.benchmark.bookstore.domain.Shopper;
import java.util.function.Consumer;

/** The web session of the request, which can store a shopper. */
public interface WebSession {

  /** Whether the request has a session. */
  boolean hasBegun();

  /** A copy of the stored shopper; a new one if none is stored. */
  Shopper shopper();

  /** Changes the stored shopper, and returns a copy of the result. */
  Shopper change(Consumer<Shopper> change);

  /** Ends the session, if there is one. */
  void end();
}
