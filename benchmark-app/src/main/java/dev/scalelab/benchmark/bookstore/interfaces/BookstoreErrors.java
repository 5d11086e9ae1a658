package dev.scalelab.benchmark.bookstore.interfaces;

import dev.scalelab.benchmark.bookstore.domain.AlreadyBoughtException;
import dev.scalelab.benchmark.bookstore.domain.BasketFullException;
import dev.scalelab.benchmark.bookstore.domain.EmptyBasketException;
import dev.scalelab.benchmark.bookstore.domain.NotLoggedInException;
import dev.scalelab.benchmark.bookstore.domain.SessionLostException;
import dev.scalelab.benchmark.bookstore.domain.UnknownIdException;
import dev.scalelab.benchmark.bookstore.domain.WrongLoginException;
import dev.scalelab.benchmark.web.Refused;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.Provider;

/** HTTP status of each error of the book store. */
public final class BookstoreErrors {

  private BookstoreErrors() {}

  /** No such book: 404. */
  @Provider
  public static class UnknownId extends Refused<UnknownIdException> {
    /** For the container. */
    public UnknownId() {
      super(Status.NOT_FOUND, e -> "bookId");
    }
  }

  /** Wrong login: 401. */
  @Provider
  public static class WrongLogin extends Refused<WrongLoginException> {
    /** For the container. */
    public WrongLogin() {
      super(Status.UNAUTHORIZED);
    }
  }

  /** No reader is logged in: 401. */
  @Provider
  public static class NotLoggedIn extends Refused<NotLoggedInException> {
    /** For the container. */
    public NotLoggedIn() {
      super(Status.UNAUTHORIZED);
    }
  }

  /** The session was lost with its server: 401. */
  @Provider
  public static class SessionLost extends Refused<SessionLostException> {
    /** For the container. */
    public SessionLost() {
      super(Status.UNAUTHORIZED);
    }
  }

  /** The basket is full: 409. */
  @Provider
  public static class BasketFull extends Refused<BasketFullException> {
    /** For the container. */
    public BasketFull() {
      super(Status.CONFLICT);
    }
  }

  /** The basket was already bought: 409. */
  @Provider
  public static class AlreadyBought extends Refused<AlreadyBoughtException> {
    /** For the container. */
    public AlreadyBought() {
      super(Status.CONFLICT);
    }
  }

  /** The basket is empty: 409. */
  @Provider
  public static class EmptyBasket extends Refused<EmptyBasketException> {
    /** For the container. */
    public EmptyBasket() {
      super(Status.CONFLICT);
    }
  }
}
