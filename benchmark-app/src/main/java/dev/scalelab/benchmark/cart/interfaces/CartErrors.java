package dev.scalelab.benchmark.cart.interfaces;

import dev.scalelab.benchmark.cart.domain.CartFullException;
import dev.scalelab.benchmark.cart.domain.CartLostException;
import dev.scalelab.benchmark.web.ApiError;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** The HTTP status of what the cart refuses. */
public final class CartErrors {

  private CartErrors() {}

  /** A product more than the cart holds: 409. */
  @Provider
  public static class CartFull implements ExceptionMapper<CartFullException> {
    @Override
    public Response toResponse(CartFullException e) {
      return ApiError.response(Status.CONFLICT, e.getMessage(), null);
    }
  }

  /** A cart that died with its server: 409. */
  @Provider
  public static class CartLost implements ExceptionMapper<CartLostException> {
    @Override
    public Response toResponse(CartLostException e) {
      return ApiError.response(Status.CONFLICT, e.getMessage(), null);
    }
  }
}
