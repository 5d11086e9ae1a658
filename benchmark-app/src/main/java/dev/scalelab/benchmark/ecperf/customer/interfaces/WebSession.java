package dev.scalelab.benchmark.ecperf.customer.interfaces;

import dev.scalelab.benchmark.ecperf.customer.application.ShoppingCart;
import dev.scalelab.benchmark.ecperf.customer.domain.Cart;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;

/** The web session of a request: looking at it does not begin one, putting into the cart does. */
@RequestScoped
public class WebSession {

  @Inject private HttpServletRequest request;

  @Inject private ShoppingCart shoppingCart;

  /** What is in the session's cart; nothing, where there is no session yet. */
  Cart cart() {
    return request.getSession(false) == null ? new Cart() : shoppingCart.content();
  }

  /** Adds to the session's cart. */
  Cart add(CartLine line) {
    return shoppingCart.add(line.itemNumber(), line.pieces());
  }

  /** Ends the session, and the cart with it. */
  void end() {
    HttpSession session = request.getSession(false);
    if (session != null) {
      session.invalidate();
    }
  }
}
