package dev.scalelab.benchmark.bookstore.interfaces;

import dev.scalelab.benchmark.bookstore.application.Buy;
import dev.scalelab.benchmark.bookstore.application.Change;
import dev.scalelab.benchmark.bookstore.application.PurchaseDetails;
import dev.scalelab.benchmark.bookstore.application.Shop;
import dev.scalelab.benchmark.bookstore.application.ShopperSession;
import dev.scalelab.benchmark.bookstore.domain.Shopper;
import dev.scalelab.benchmark.web.ClientNumber;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import java.util.List;
import java.util.UUID;

/** The basket of the reader logged in, and its purchase; 401 if no reader is logged in. */
@Path("bookstore")
@RequestScoped
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class BasketResource {

  @Inject private ShopperSession session;

  @Inject private Shop shop;

  @Inject private Buy buy;

  /**
   * Adds a copy of a book to the basket; 404 if the book does not exist, 409 if the basket is full.
   */
  @POST
  @Path("basket/books")
  public BasketView put(@NotNull @Valid BookChoice body) {
    shop.book(body.bookNumber());
    return view(session.change(Change.put(body.bookNumber())));
  }

  /** Removes all copies of a book from the basket; 404 if the basket has none. */
  @DELETE
  @Path("basket/books/{id}")
  public BasketView takeOut(@PathParam("id") int id) {
    return view(session.change(Change.takeOut(id)));
  }

  /** The content of the basket, to be confirmed before it is bought. */
  @GET
  @Path("basket")
  public BasketView show() {
    Shopper shopper = session.shopper();
    shopper.readerId();
    return view(shopper);
  }

  /**
   * Buys the content of the basket, and ends the session; 409 if it is empty or was already bought.
   *
   * @param number the client's number for the purchase; null if it has none
   */
  @POST
  @Path("purchases")
  public Response buy(@HeaderParam(ClientNumber.HEADER) UUID number) {
    Shopper shopper = session.shopper();
    shopper.readerId();
    if (number != null) {
      shopper.number(number);
    }
    PurchaseDetails purchase = buy.whatIsInTheBasketOf(shopper);
    session.end();
    return Response.status(Status.CREATED).entity(PurchaseView.of(purchase)).build();
  }

  private BasketView view(Shopper shopper) {
    return BasketView.of(shopper, shop.books(List.copyOf(shopper.basket().keySet())));
  }
}
