package dev.scalelab.benchmark.ecperf.customer.interfaces;

import dev.scalelab.benchmark.ecperf.customer.domain.CartFullException;
import dev.scalelab.benchmark.ecperf.customer.domain.CartLostException;
import dev.scalelab.benchmark.ecperf.customer.domain.EmptyCartException;
import dev.scalelab.benchmark.ecperf.customer.domain.UnknownIdException;
import dev.scalelab.benchmark.web.ApiError;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** The HTTP status of what the customer domain refuses. */
public final class CustomerErrors {

  private CustomerErrors() {}

  /** An id that nothing has: 404. */
  @Provider
  public static class UnknownId implements ExceptionMapper<UnknownIdException> {
    @Override
    public Response toResponse(UnknownIdException e) {
      return ApiError.response(Status.NOT_FOUND, e.getMessage(), e.getField());
    }
  }

  /** Ordering an empty cart: 409. */
  @Provider
  public static class EmptyCart implements ExceptionMapper<EmptyCartException> {
    @Override
    public Response toResponse(EmptyCartException e) {
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

  /** A cart that would exceed its bounds: 409. */
  @Provider
  public static class CartFull implements ExceptionMapper<CartFullException> {
    @Override
    public Response toResponse(CartFullException e) {
      return ApiError.response(Status.CONFLICT, e.getMessage(), e.getField());
    }
  }
}
