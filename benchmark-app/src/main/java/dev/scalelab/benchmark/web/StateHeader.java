package dev.scalelab.benchmark.web;

import dev.scalelab.benchmark.state.ShownState;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.ext.Provider;

/** Adds the session's state to every response of a request that used it, errors included. */
@Provider
public class StateHeader implements ContainerResponseFilter {

  /** The response header: {@code ID CHANGES SERVER}, or {@code none}. */
  public static final String HEADER = "X-ScaleLab-State";

  @Inject private ShownState shown;

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    shown.text().ifPresent(text -> response.getHeaders().putSingle(HEADER, text));
  }
}
