package dev.scalelab.benchmark.web;

import dev.scalelab.benchmark.database.OwnWrites;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.ext.Provider;

/** Reads for users who have just changed something at the primary, by their cookie. */
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
