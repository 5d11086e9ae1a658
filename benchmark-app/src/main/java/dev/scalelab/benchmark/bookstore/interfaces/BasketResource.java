package dev.scalelab.benchmark.bookstore.interfaces;

import dev.scalelab.benchmark.bookstore.application.Buy;
import dev.scalelab.benchmark.bookstore.application.Shop;
import dev.scalelab.benchmark.bookstore.application.ShopperSession;
import dev.scalelab.benchmark.bookstore.domain.Purchase;
import dev.scalelab.benchmark.bookstore.domain.Shopper;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import java.util.function.Consumer;

/** The basket of a reader who is logged in, and its purchase; 401 when nobody is. */
@Path("bookstore")
@RequestScoped
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class BasketResource {

  @Inject private ShopperSession session;

  @Inject private Shop shop;

  @Inject private Buy buy;

  /** Puts a copy of a book into the basket; 404 when there is no such book, 409 when it is full. */
  @POST
  @Path("basket/books")
  public BasketView put(@NotNull @Valid BookChoice body) {
    shop.book(body.bookNumber());
    return changed(shopper -> shopper.put(body.bookNumber()));
  }

  /** Takes every copy of a book out of the basket; 404 when there is none in it. */
  @DELETE
  @Path("basket/books/{id}")
  public BasketView takeOut(@PathParam("id") int id) {
    return changed(shopper -> shopper.takeOut(id));
  }

  /** What would be bought, to be confirmed. */
  @GET
  @Path("basket")
  public BasketView show() {
    Shopper shopper = session.shopper();
    shopper.readerId();
    return view(shopper);
  }

  /**
   * Buys what is in the basket, and ends the session; 409 when it is empty or was bought already.
   */
  @POST
  @Path("purchases")
  public Response buy() {
    Shopper shopper = session.shopper();
    shopper.readerId();
    Purchase purchase = buy.whatIsInTheBasketOf(shopper);
    session.end();
    return Response.status(Status.CREATED).entity(PurchaseView.of(purchase)).build();
  }

  private BasketView changed(Consumer<Shopper> change) {
    return view(
        session.change(
            shopper -> {
              shopper.readerId();
              change.accept(shopper);
            }));
  }

  private BasketView view(Shopper shopper) {
    return BasketView.of(shopper, shop.books(shopper.basket().keySet()));
  }
}
