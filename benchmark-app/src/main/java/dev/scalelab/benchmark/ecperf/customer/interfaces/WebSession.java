package dev.scalelab.benchmark.ecperf.customer.interfaces;

import dev.scalelab.benchmark.ecperf.customer.application.ShoppingCart;
import dev.scalelab.benchmark.ecperf.customer.domain.Cart;
import dev.scalelab.benchmark.ecperf.customer.domain.CartLostException;
import dev.scalelab.benchmark.state.ShownState;
import jakarta.ejb.NoSuchEJBException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;

/**
 * The web session of a request: reading it does not start one, adding to the cart does.
 *
 * <p>With a single copy of each, session and cart may be on different servers. A session whose cart
 * was lost with its server cannot be used any more: it is ended, so that the client's next request
 * starts another.
 */
@RequestScoped
public class WebSession {

  @Inject private HttpServletRequest request;

  @Inject private ShoppingCart shoppingCart;

  @Inject private ShownState shown;

  /** The content of the session's cart; empty if there is no session yet. */
  Cart cart() {
    try {
      return shown(request.getSession(false) == null ? new Cart() : shoppingCart.content());
    } catch (NoSuchEJBException lost) {
      shown.isNone();
      end();
      return new Cart();
    }
  }

  /**
   * Adds to the session's cart.
   *
   * @throws CartLostException if the cart is lost; the session was ended
   */
  Cart add(CartLine line) {
    try {
      return shown(shoppingCart.add(line.itemNumber(), line.pieces()));
    } catch (NoSuchEJBException lost) {
      shown.isNone();
      end();
      throw new CartLostException();
    }
  }

  private Cart shown(Cart cart) {
    shown.is(cart.version());
    return cart;
  }

  /** Ends the session and removes its cart. */
  void end() {
    HttpSession session = request.getSession(false);
    if (session != null) {
      session.invalidate();
    }
  }
}
