package dev.scalelab.benchmark.web;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** Errors of the JAX-RS implementation (no such path, method, media type), as JSON. */
@Provider
public class WebFailure implements ExceptionMapper<WebApplicationException> {

  @Override
  public Response toResponse(WebApplicationException e) {
    Response.StatusType status = e.getResponse().getStatusInfo();
    return ApiError.response(status, status.getReasonPhrase(), null);
  }
}
