package dev.scalelab.benchmark.web;

import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/**
 * A request that met its session's end, which another request of the session has brought about in
 * the same moment: 409.
 */
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

  /** WildFly then throws what is thrown for any illegal state, with the session's id to tell. */
  static boolean isBehind(Throwable e, HttpServletRequest request) {
    String session = request.getRequestedSessionId();
    return e instanceof IllegalStateException
        && session != null
        && e.getMessage() != null
        && !e.getMessage().isEmpty()
        && session.startsWith(e.getMessage());
  }
}
