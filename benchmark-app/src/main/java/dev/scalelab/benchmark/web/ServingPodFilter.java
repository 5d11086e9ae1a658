package dev.scalelab.benchmark.web;

import dev.scalelab.benchmark.settings.ServerSettings;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Adds the name of the serving pod to every response, so that clients can count responses per pod.
 */
@WebFilter("/*")
public class ServingPodFilter extends HttpFilter {

  /** The response header. */
  public static final String HEADER = "X-ScaleLab-Pod";

  private static final long serialVersionUID = 1L;

  private transient String podName;

  @Override
  public void init(FilterConfig config) throws ServletException {
    super.init(config);
    podName = ServerSettings.podName();
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    response.setHeader(HEADER, podName);
    chain.doFilter(request, response);
  }
}
