package dev.scalelab.benchmark.cart.interfaces;

import dev.scalelab.benchmark.cart.domain.CartFullException;
import dev.scalelab.benchmark.cart.domain.CartLostException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** What the cart refuses, with 409, and how many changes it has seen, as every answer about it. */
public final class CartErrors {

  private CartErrors() {}

  /**
   * A refusal as JSON.
   *
   * @param error what is wrong, for a person
   * @param field the input at fault; absent when no single input is
   * @param changes how many changes the session's cart has seen; 0 where it is lost
   */
  public record RefusalView(String error, String field, int changes) {}

  /** A product more than the cart holds. */
  @Provider
  public static class CartFull implements ExceptionMapper<CartFullException> {

    @Override
    public Response toResponse(CartFullException e) {
      return conflict(e, e.changes());
    }
  }

  /** A cart that died with its server. */
  @Provider
  public static class CartLost implements ExceptionMapper<CartLostException> {

    @Override
    public Response toResponse(CartLostException e) {
      return conflict(e, 0);
    }
  }

  private static Response conflict(RuntimeException e, int changes) {
    return Response.status(Status.CONFLICT)
        .type(MediaType.APPLICATION_JSON_TYPE)
        .entity(new RefusalView(e.getMessage(), null, changes))
        .build();
  }
}
