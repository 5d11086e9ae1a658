package dev.scalelab.benchmark.web;

import jakarta.json.bind.JsonbException;
import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A body that is not JSON, or contains a value of a wrong type: 400, with the field if known. */
@Provider
public class MalformedJson implements ExceptionMapper<ProcessingException> {

  // JSON Binding has no other way to find out the property.
  private static final Pattern PROPERTY = Pattern.compile("property '([^']+)'");

  private final Failure failure = new Failure();

  @Override
  public Response toResponse(ProcessingException e) {
    if (!(e.getCause() instanceof JsonbException cause)) {
      return failure.toResponse(e);
    }
    Matcher property = PROPERTY.matcher(String.valueOf(cause.getMessage()));
    return property.find()
        ? ApiError.response(
            Status.BAD_REQUEST, property.group(1) + " has a wrong type", property.group(1))
        : ApiError.response(Status.BAD_REQUEST, "the body is not the JSON expected", null);
  }
}
