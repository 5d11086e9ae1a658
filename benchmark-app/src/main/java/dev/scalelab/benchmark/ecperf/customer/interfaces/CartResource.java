package dev.scalelab.benchmark.ecperf.customer.interfaces;

import dev.scalelab.benchmark.ecperf.customer.application.Catalogue;
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

/** The shopping cart of the web session. */
@Path("ecperf/cart")
@RequestScoped
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class CartResource {

  @Inject private WebSession session;

  @Inject private Catalogue catalogue;

  /** The content of the cart. */
  @GET
  public CartView show() {
    return CartView.of(session.cart());
  }

  /** Adds a quantity of an item; 404 if the item does not exist. */
  @POST
  @Path("lines")
  public CartView add(@NotNull @Valid CartLine body) {
    catalogue.item(body.itemNumber());
    return CartView.of(session.add(body));
  }

  /** Deletes the cart, and ends the session. */
  @DELETE
  public void drop() {
    session.end();
  }
}
