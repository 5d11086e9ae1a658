package dev.scalelab.benchmark.page;

import dev.scalelab.benchmark.settings.ServerSettings;
import jakarta.json.Json;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonValue;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.time.Duration;

/** Returns the workload and the web session of the browser to the page, and ends that session. */
@WebServlet("/page/session")
public class PageSession extends HttpServlet {

  private static final long serialVersionUID = 1L;

  /** The workload, and the session or null; does not start a session. */
  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    HttpSession session = request.getSession(false);
    response.setContentType("application/json");
    response
        .getWriter()
        .print(
            Json.createObjectBuilder()
                .add("workload", ServerSettings.workload())
                .add("session", session == null ? JsonValue.NULL : view(session).build())
                .build());
  }

  @Override
  protected void doDelete(HttpServletRequest request, HttpServletResponse response) {
    HttpSession session = request.getSession(false);
    if (session != null) {
      session.invalidate();
    }
    response.setStatus(HttpServletResponse.SC_NO_CONTENT);
  }

  private static JsonObjectBuilder view(HttpSession session) {
    long age = System.currentTimeMillis() - session.getCreationTime();
    return Json.createObjectBuilder()
        .add("id", session.getId())
        .add("ageSeconds", Duration.ofMillis(age).toSeconds());
  }
}
