package dev.scalelab.benchmark.cart.interfaces;

import dev.scalelab.benchmark.cart.application.SessionCart;
import dev.scalelab.benchmark.cart.domain.Cart;
import dev.scalelab.benchmark.cart.domain.CartLostException;
import dev.scalelab.benchmark.cart.domain.StateSize;
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
 * The cart of the web session. Looking at it does not begin a session, putting into it does. Every
 * answer about a cart tells how many changes it has seen, refusals included.
 */
@Path("cart")
@RequestScoped
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class CartResource {

  @Inject private HttpServletRequest request;

  @Inject private SessionCart sessionCart;

  @Inject private StateSize stateSize;

  /** What is in the cart; nothing, where there is no session, or its cart died with a server. */
  @GET
  public CartView show() {
    try {
      boolean begun = request.getSession(false) != null;
      return CartView.of(begun ? sessionCart.content() : new Cart());
    } catch (NoSuchEJBException lost) {
      end();
      return CartView.of(new Cart());
    }
  }

  /** Adds a product; 409 when the cart is full, or died with its server, which ends the session. */
  @POST
  @Path("products")
  public CartView add(@NotNull @Valid ProductChoice body) {
    try {
      return CartView.of(sessionCart.add(body.productNumber(), stateSize.bytesOfAProduct()));
    } catch (NoSuchEJBException lost) {
      end();
      throw new CartLostException();
    }
  }

  /** Drops the cart, and ends the session; answers with what was in it. */
  @DELETE
  public CartView drop() {
    CartView dropped = show();
    end();
    return dropped;
  }

  private void end() {
    HttpSession session = request.getSession(false);
    if (session != null) {
      session.invalidate();
    }
  }
}
