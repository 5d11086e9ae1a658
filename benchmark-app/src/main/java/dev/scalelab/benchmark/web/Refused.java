package dev.scalelab.benchmark.web;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.util.function.Function;

/**
 * Maps an exception of the application to its HTTP status; the exception's message is the error.
 */
public abstract class Refused<E extends RuntimeException> implements ExceptionMapper<E> {

  private final Response.StatusType status;
  private final Function<E, String> field;

  /** An error that is not about a single input. */
  protected Refused(Response.StatusType status) {
    this(status, e -> null);
  }

  /** An error about the input whose name the function returns. */
  protected Refused(Response.StatusType status, Function<E, String> field) {
    this.status = status;
    this.field = field;
  }

  @Override
  public Response toResponse(E e) {
    return ApiError.response(status, e.getMessage(), field.apply(e));
  }
}
