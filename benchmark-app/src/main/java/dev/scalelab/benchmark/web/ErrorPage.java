package dev.scalelab.benchmark.web;

import jakarta.json.Json;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Returns errors outside the API as JSON instead of the servlet container's HTML page. */
@WebServlet("/error")
public class ErrorPage extends HttpServlet {

  private static final long serialVersionUID = 1L;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String message = (String) request.getAttribute(RequestDispatcher.ERROR_MESSAGE);
    Throwable cause = (Throwable) request.getAttribute(RequestDispatcher.ERROR_EXCEPTION);
    if (EndedSession.isBehind(cause, request)) {
      response.setStatus(HttpServletResponse.SC_CONFLICT);
      message = EndedSession.MESSAGE;
    }
    response.setContentType("application/json");
    response
        .getWriter()
        .print(
            Json.createObjectBuilder().add("error", message == null ? "error" : message).build());
  }
}
