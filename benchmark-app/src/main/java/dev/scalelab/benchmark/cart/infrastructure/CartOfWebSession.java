package dev.scalelab.benchmark.cart.infrastructure;

import dev.scalelab.benchmark.cart.application.SessionCart;
import dev.scalelab.benchmark.cart.application.VisitorsCart;
import dev.scalelab.benchmark.cart.domain.Cart;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.inject.Typed;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;

/** The bean of the web session, in the same server. */
@RequestScoped
@Typed(CartOfWebSession.class)
public class CartOfWebSession implements VisitorsCart {

  @Inject private HttpServletRequest request;
  @Inject private SessionCart sessionCart;

  @Override
  public boolean hasBegun() {
    return request.getSession(false) != null;
  }

  @Override
  public Cart content() {
    return sessionCart.content();
  }

  @Override
  public Cart add(int productId, int descriptionBytes) {
    return sessionCart.add(productId, descriptionBytes);
  }

  @Override
  public void end() {
    HttpSession session = request.getSession(false);
    if (session != null) {
      session.invalidate();
    }
  }
}
