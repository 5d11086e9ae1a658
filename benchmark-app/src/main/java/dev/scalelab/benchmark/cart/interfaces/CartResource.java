package dev.scalelab.benchmark.cart.interfaces;

import dev.scalelab.benchmark.cart.application.VisitorsCart;
import dev.scalelab.benchmark.cart.domain.Cart;
import dev.scalelab.benchmark.cart.domain.CartLostException;
import dev.scalelab.benchmark.cart.domain.StateSize;
import dev.scalelab.benchmark.state.ShownState;
import jakarta.ejb.NoSuchEJBException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
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
 * The visitor's cart. Reading it does not start a session; adding to it does. Every response
 * contains the cart's number of changes, including errors.
 */
@Path("cart")
@RequestScoped
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class CartResource {

  @Inject private VisitorsCart visitorsCart;

  @Inject private StateSize stateSize;

  @Inject private ShownState shown;

  /** The content of the cart; empty if there is no session, or its cart was lost with a server. */
  @GET
  public CartView show() {
    try {
      return shown(visitorsCart.hasBegun() ? visitorsCart.content() : new Cart());
    } catch (NoSuchEJBException lost) {
      shown.isNone();
      visitorsCart.end();
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
      return shown(visitorsCart.add(body.productNumber(), stateSize.bytesOfAProduct()));
    } catch (NoSuchEJBException lost) {
      shown.isNone();
      visitorsCart.end();
      throw new CartLostException();
    }
  }

  /** Deletes the cart, and ends the session; responds with the cart's last content. */
  @DELETE
  public CartView drop() {
    CartView dropped = show();
    visitorsCart.end();
    return dropped;
  }

  private CartView shown(Cart cart) {
    shown.is(cart.version());
    return CartView.of(cart);
  }
}
