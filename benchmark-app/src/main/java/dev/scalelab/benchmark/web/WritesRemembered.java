package dev.scalelab.benchmark.web;

import dev.scalelab.benchmark.settings.ServerSettings;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.ext.Provider;

/**
 * Sets a cookie for a user who has changed data, if replicas are used. The client stores it, so
 * that it works with any server.
 */
@Provider
@Writes
public class WritesRemembered implements ContainerResponseFilter {

  /** Name of the cookie. */
  static final String COOKIE = "scalelab-wrote";

  /** Longer than replicas lag behind, unless they are lost. */
  private static final int SECONDS = 10;

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    if (ServerSettings.readsReplicas() && response.getStatus() < 300) {
      NewCookie cookie =
          new NewCookie.Builder(COOKIE).value("1").path("/").maxAge(SECONDS).httpOnly(true).build();
      response.getHeaders().add(HttpHeaders.SET_COOKIE, cookie);
    }
  }
}
