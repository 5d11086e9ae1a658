package dev.scalelab.benchmark.web;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.util.function.Function;

/** Answers one kind of refusal with its HTTP status; its message says why. */
public abstract class Refused<E extends RuntimeException> implements ExceptionMapper<E> {

  private final Response.StatusType status;
  private final Function<E, String> field;

  /** A refusal that no single input is at fault for. */
  protected Refused(Response.StatusType status) {
    this(status, e -> null);
  }

  /** A refusal of the input whose name the function gives. */
  protected Refused(Response.StatusType status, Function<E, String> field) {
    this.status = status;
    this.field = field;
  }

  @Override
  public Response toResponse(E e) {
    return ApiError.response(status, e.getMessage(), field.apply(e));
  }
}
