package dev.scalelab.benchmark.web;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Unexpected exceptions: 503 if the database is unavailable, otherwise 500. */
@Provider
public class Failure implements ExceptionMapper<Throwable> {

  private static final Logger LOGGER = Logger.getLogger(Failure.class.getName());

  @Override
  public Response toResponse(Throwable e) {
    if (DatabaseLoss.isBehind(e)) {
      // Hundreds per second would flood the log. Clients count them, the pool's metrics show
      // timeouts while waiting for a connection, and the probe reports a lost database.
      LOGGER.log(Level.FINE, "Database unavailable: {0}", DatabaseLoss.reason(e));
      return ApiError.response(Status.SERVICE_UNAVAILABLE, "the database is unavailable", null);
    }
    LOGGER.log(Level.SEVERE, "Request failed", e);
    return ApiError.response(Status.INTERNAL_SERVER_ERROR, "internal error", null);
  }
}
