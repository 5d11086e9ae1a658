package dev.scalelab.benchmark.cart.interfaces;

import dev.scalelab.benchmark.cart.application.SessionCart;
import dev.scalelab.benchmark.cart.domain.Cart;
import dev.scalelab.benchmark.cart.domain.CartLostException;
import dev.scalelab.benchmark.cart.domain.StateSize;
import dev.scalelab.benchmark.state.ShownState;
import jakarta.ejb.NoSuchEJBException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/**
 * The cart of the web session. Reading it does not start a session; adding to it does. Every
 * response contains the cart's number of changes, including errors.
 */
@Path("cart")
@RequestScoped
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class CartResource {

  @Inject private HttpServletRequest request;

  @Inject private SessionCart sessionCart;

  @Inject private StateSize stateSize;

  @Inject private ShownState shown;

  /** The content of the cart; empty if there is no session, or its cart was lost with a server. */
  @GET
  public CartView show() {
    try {
      boolean begun = request.getSession(false) != null;
      return shown(begun ? sessionCart.content() : new Cart());
    } catch (NoSuchEJBException lost) {
      shown.isNone();
      end();
      return CartView.of(new Cart());
    }
  }

  /**
   * Adds a product; 409 if the cart is full, or was lost with its server, which ends the session.
   */
  @POST
  @Path("products")
  public CartView add(@NotNull @Valid ProductChoice body) {
    try {
      return shown(sessionCart.add(body.productNumber(), stateSize.bytesOfAProduct()));
    } catch (NoSuchEJBException lost) {
      shown.isNone();
      end();
      throw new CartLostException();
    }
  }

  /** Deletes the cart, and ends the session; responds with the cart's last content. */
  @DELETE
  public CartView drop() {
    CartView dropped = show();
    end();
    return dropped;
  }

  private CartView shown(Cart cart) {
    shown.is(cart.version());
    return CartView.of(cart);
  }

  private void end() {
    HttpSession session = request.getSession(false);
    if (session != null) {
      session.invalidate();
    }
  }
}
