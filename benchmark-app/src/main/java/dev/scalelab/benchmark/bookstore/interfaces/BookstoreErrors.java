package dev.scalelab.benchmark.bookstore.interfaces;

import dev.scalelab.benchmark.bookstore.domain.BasketFullException;
import dev.scalelab.benchmark.bookstore.domain.EmptyBasketException;
import dev.scalelab.benchmark.bookstore.domain.NotLoggedInException;
import dev.scalelab.benchmark.bookstore.domain.SessionLostException;
import dev.scalelab.benchmark.bookstore.domain.UnknownIdException;
import dev.scalelab.benchmark.bookstore.domain.WrongLoginException;
import dev.scalelab.benchmark.web.ApiError;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** The HTTP status of what the book store refuses. */
public final class BookstoreErrors {

  private BookstoreErrors() {}

  /** A book that there is not: 404. */
  @Provider
  public static class UnknownId implements ExceptionMapper<UnknownIdException> {
    @Override
    public Response toResponse(UnknownIdException e) {
      return ApiError.response(Status.NOT_FOUND, e.getMessage(), "bookId");
    }
  }

  /** A wrong login: 401. */
  @Provider
  public static class WrongLogin implements ExceptionMapper<WrongLoginException> {
    @Override
    public Response toResponse(WrongLoginException e) {
      return ApiError.response(Status.UNAUTHORIZED, e.getMessage(), null);
    }
  }

  /** A session without a reader: 401. */
  @Provider
  public static class NotLoggedIn implements ExceptionMapper<NotLoggedInException> {
    @Override
    public Response toResponse(NotLoggedInException e) {
      return ApiError.response(Status.UNAUTHORIZED, e.getMessage(), null);
    }
  }

  /** A session that died with its server: 401. */
  @Provider
  public static class SessionLost implements ExceptionMapper<SessionLostException> {
    @Override
    public Response toResponse(SessionLostException e) {
      return ApiError.response(Status.UNAUTHORIZED, e.getMessage(), null);
    }
  }

  /** A book more than the basket holds: 409. */
  @Provider
  public static class BasketFull implements ExceptionMapper<BasketFullException> {
    @Override
    public Response toResponse(BasketFullException e) {
      return ApiError.response(Status.CONFLICT, e.getMessage(), null);
    }
  }

  /** Buying nothing: 409. */
  @Provider
  public static class EmptyBasket implements ExceptionMapper<EmptyBasketException> {
    @Override
    public Response toResponse(EmptyBasketException e) {
      return ApiError.response(Status.CONFLICT, e.getMessage(), null);
    }
  }
}
