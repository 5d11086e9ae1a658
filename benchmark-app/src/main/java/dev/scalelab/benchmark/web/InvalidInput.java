package dev.scalelab.benchmark.web;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.ConstraintViolationException;
import jakarta.validation.Path;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.util.Comparator;

/** Invalid input: 400 with the field and the rule; with the first field, if several are invalid. */
@Provider
public class InvalidInput implements ExceptionMapper<ConstraintViolationException> {

  @Override
  public Response toResponse(ConstraintViolationException e) {
    ConstraintViolation<?> first =
        e.getConstraintViolations().stream()
            .min(Comparator.comparing(InvalidInput::field))
            .orElseThrow(() -> e);
    String field = field(first);
    return ApiError.response(Status.BAD_REQUEST, field + " " + first.getMessage(), field);
  }

  private static String field(ConstraintViolation<?> violation) {
    String last = "";
    for (Path.Node node : violation.getPropertyPath()) {
      last = node.getName();
    }
    return last;
  }
}
