package dev.scalelab.benchmark.cart.interfaces;

import dev.scalelab.benchmark.cart.domain.Cart;
import dev.scalelab.benchmark.cart.domain.CartText;
import dev.scalelab.benchmark.cart.domain.StateSize;
import dev.scalelab.benchmark.settings.ServerSettings;
import dev.scalelab.benchmark.state.ShownState;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/**
 * The cart of a client that keeps it: it comes with each request and goes with each response, and
 * no server has a session.
 */
@Path("cart/client")
@RequestScoped
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class ClientCartResource {

  @Inject private StateSize stateSize;

  @Inject private ShownState shown;

  /** Adds a product; to a new cart if the client has none. 400 if what it sent is no cart. */
  @POST
  @Path("products")
  public ClientCart.View add(@NotNull @Valid ClientCart.Choice body) {
    Cart cart = body.state() == null ? new Cart() : CartText.read(body.state());
    cart.add(body.productNumber(), stateSize.bytesOfAProduct());
    cart.changedBy(ServerSettings.podName());
    return shown(cart);
  }

  /** The cart that the client sent; 400 if it is not a cart. */
  @POST
  public ClientCart.View show(@NotNull @Valid ClientCart.Kept body) {
    return shown(CartText.read(body.state()));
  }

  private ClientCart.View shown(Cart cart) {
    shown.is(cart.version());
    return ClientCart.View.of(cart);
  }
}
