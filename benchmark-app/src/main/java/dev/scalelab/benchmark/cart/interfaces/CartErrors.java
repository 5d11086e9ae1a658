package dev.scalelab.benchmark.cart.interfaces;

import dev.scalelab.benchmark.cart.domain.BadCartTextException;
import dev.scalelab.benchmark.cart.domain.CartFullException;
import dev.scalelab.benchmark.cart.domain.CartLostException;
import dev.scalelab.benchmark.web.Refused;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** The cart's errors, with status 409 and the cart's number of changes, like every response. */
public final class CartErrors {

  private CartErrors() {}

  /**
   * An error as JSON.
   *
   * @param error message for a person
   * @param field the invalid input; absent if the error is not about a single input
   * @param changes number of changes made to the session's cart; 0 if it is lost
   */
  public record RefusalView(String error, String field, int changes) {}

  /** The cart is full. */
  @Provider
  public static class CartFull implements ExceptionMapper<CartFullException> {

    @Override
    public Response toResponse(CartFullException e) {
      return conflict(e, e.changes());
    }
  }

  /** The cart was lost with its server. */
  @Provider
  public static class CartLost implements ExceptionMapper<CartLostException> {

    @Override
    public Response toResponse(CartLostException e) {
      return conflict(e, 0);
    }
  }

  /** What the client sent is no cart. */
  @Provider
  public static class BadCartText extends Refused<BadCartTextException> {
    /** For the container. */
    public BadCartText() {
      super(Status.BAD_REQUEST, e -> "state");
    }
  }

  private static Response conflict(RuntimeException e, int changes) {
    return Response.status(Status.CONFLICT)
        .type(MediaType.APPLICATION_JSON_TYPE)
        .entity(new RefusalView(e.getMessage(), null, changes))
        .build();
  }
}
