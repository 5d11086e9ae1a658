package dev.scalelab.benchmark.web;

import dev.scalelab.benchmark.database.OwnWrites;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.ext.Provider;

/** Makes users who have recently changed data read at the primary, recognized by their cookie. */
@Provider
public class WritesRecalled implements ContainerRequestFilter {

  @Inject private OwnWrites ownWrites;

  @Override
  public void filter(ContainerRequestContext request) {
    if (request.getCookies().containsKey(WritesRemembered.COOKIE)) {
      ownWrites.remember();
    }
  }
}
