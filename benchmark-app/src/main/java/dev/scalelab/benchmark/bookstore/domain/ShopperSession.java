package dev.scalelab.benchmark.bookstore.domain;

import java.util.function.Consumer;

/**
 * The session of whoever is asking, with its shopper. Looking at it begins no session; changing it
 * does.
 */
public interface ShopperSession {

  /**
   * The shopper, to be looked at; somebody new where there is no session yet.
   *
   * @throws SessionLostException when the state is gone; the session has ended
   */
  Shopper shopper();

  /**
   * Changes the shopper, and returns what became of it.
   *
   * @throws SessionLostException when the state is gone; the session has ended
   */
  Shopper change(Consumer<Shopper> change);

  /** Ends the session, and the shopper with it. */
  void end();
}
