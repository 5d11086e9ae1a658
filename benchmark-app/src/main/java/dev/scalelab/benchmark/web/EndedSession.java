package dev.scalelab.benchmark.web;

import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** A request of a session that another request ended at the same time: 409. */
@Provider
public class EndedSession implements ExceptionMapper<IllegalStateException> {

  static final String MESSAGE = "another request has ended the session";

  private final Failure failure = new Failure();

  @Inject private HttpServletRequest request;

  @Override
  public Response toResponse(IllegalStateException e) {
    return isBehind(e, request)
        ? ApiError.response(Status.CONFLICT, MESSAGE, null)
        : failure.toResponse(e);
  }

  /**
   * WildFly then throws an IllegalStateException, recognizable by the session's id as its message.
   */
  static boolean isBehind(Throwable e, HttpServletRequest request) {
    String session = request.getRequestedSessionId();
    return e instanceof IllegalStateException
        && session != null
        && e.getMessage() != null
        && !e.getMessage().isEmpty()
        && session.startsWith(e.getMessage());
  }
}
