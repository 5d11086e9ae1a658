package dev.scalelab.benchmark.web;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.util.logging.Level;
import java.util.logging.Logger;

/** What nobody foresaw: 503 when the database cannot be had, else 500. */
@Provider
public class Failure implements ExceptionMapper<Throwable> {

  private static final Logger LOGGER = Logger.getLogger(Failure.class.getName());

  @Override
  public Response toResponse(Throwable e) {
    if (DatabaseLoss.isBehind(e)) {
      // Hundreds a second would drown the log. Clients count them, the pool's metrics tell of
      // waiting in vain, and the probe of a database that is gone.
      LOGGER.log(Level.FINE, "Database unavailable: {0}", DatabaseLoss.reason(e));
      return ApiError.response(Status.SERVICE_UNAVAILABLE, "the database is unavailable", null);
    }
    LOGGER.log(Level.SEVERE, "Request failed", e);
    return ApiError.response(Status.INTERNAL_SERVER_ERROR, "internal error", null);
  }
}
