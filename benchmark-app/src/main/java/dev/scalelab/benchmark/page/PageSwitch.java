package dev.scalelab.benchmark.page;

import dev.scalelab.benchmark.settings.ServerSettings;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Responds with 404 for the page and its session servlet unless PAGE is true. */
@WebFilter("/page/*")
public class PageSwitch extends HttpFilter {

  private static final long serialVersionUID = 1L;

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (!ServerSettings.hasPage()) {
      response.sendError(HttpServletResponse.SC_NOT_FOUND, "Not Found");
      return;
    }
    response.setHeader("Content-Security-Policy", "default-src 'self'");
    chain.doFilter(request, response);
  }
}
