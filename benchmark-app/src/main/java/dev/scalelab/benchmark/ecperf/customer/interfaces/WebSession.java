package dev.scalelab.benchmark.ecperf.customer.interfaces;

import dev.scalelab.benchmark.ecperf.customer.application.ShoppingCart;
import dev.scalelab.benchmark.ecperf.customer.domain.Cart;
import dev.scalelab.benchmark.ecperf.customer.domain.CartLostException;
import jakarta.ejb.NoSuchEJBException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;

/**
 * The web session of a request: looking at it does not begin one, putting into the cart does.
 *
 * <p>With one copy of each, session and cart may be on different servers. A session whose cart died
 * with its server is of no use any more: it ends, so that the client's next request begins another.
 */
@RequestScoped
public class WebSession {

  @Inject private HttpServletRequest request;

  @Inject private ShoppingCart shoppingCart;

  /** What is in the session's cart; nothing, where there is no session yet. */
  Cart cart() {
    try {
      return request.getSession(false) == null ? new Cart() : shoppingCart.content();
    } catch (NoSuchEJBException lost) {
      end();
      return new Cart();
    }
  }

  /**
   * Adds to the session's cart.
   *
   * @throws CartLostException when the cart is gone; the session has ended
   */
  Cart add(CartLine line) {
    try {
      return shoppingCart.add(line.itemNumber(), line.pieces());
    } catch (NoSuchEJBException lost) {
      end();
      throw new CartLostException();
    }
  }

  /** Ends the session, and the cart with it. */
  void end() {
    HttpSession session = request.getSession(false);
    if (session != null) {
      session.invalidate();
    }
  }
}
