package dev.scalelab.benchmark.bookstore.interfaces;

import dev.scalelab.benchmark.bookstore.application.BookDetails;
import dev.scalelab.benchmark.bookstore.application.Change;
import dev.scalelab.benchmark.bookstore.application.ReaderDetails;
import dev.scalelab.benchmark.bookstore.application.Shop;
import dev.scalelab.benchmark.bookstore.application.ShopperSession;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;

/** The store: its window, its books, and the login. */
@Path("bookstore")
@RequestScoped
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class BookstoreResource {

  @Inject private ShopperSession session;

  @Inject private Shop shop;

  /** The books in the window, and those looked at last. */
  @GET
  public BookView.Shown home() {
    List<BookView> window = shop.window().stream().map(BookView::of).toList();
    return new BookView.Shown(window, session.shopper().lookedAt());
  }

  /** Logs a reader in; 401 if no reader has this id and pin. */
  @POST
  @Path("login")
  public ReaderView logIn(@NotNull @Valid Login body) {
    ReaderDetails reader = shop.reader(body.readerNumber(), body.pinNumber());
    session.change(Change.logIn(reader.id()));
    return ReaderView.of(reader);
  }

  /**
   * Nothing but the header with the session's state, wherever that is stored; 401 if it was lost.
   */
  @GET
  @Path("state")
  public void state() {
    session.show();
  }

  /** A book, which the session remembers; 404 if no book has this id. */
  @GET
  @Path("books/{id}")
  public BookView look(@PathParam("id") int id) {
    BookDetails book = shop.book(id);
    session.change(Change.lookAt(id));
    return BookView.of(book);
  }
}
