package dev.scalelab.benchmark.web;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/**
 * An error as JSON.
 *
 * @param error message for a person
 * @param field the invalid input; absent if the error is not about a single input
 */
public record ApiError(String error, String field) {

  /** A response with an error; the field may be null. */
  public static Response response(Response.StatusType status, String error, String field) {
    return Response.status(status)
        .type(MediaType.APPLICATION_JSON_TYPE)
        .entity(new ApiError(error, field))
        .build();
  }
}
