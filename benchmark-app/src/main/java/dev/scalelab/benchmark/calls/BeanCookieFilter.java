package dev.scalelab.benchmark.calls;

import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.ext.Provider;

/** Tells the client the identifier of its stateful bean, where that is kept in a cookie. */
@Provider
public class BeanCookieFilter implements ContainerResponseFilter {

  @Inject private BeanCookie reference;

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    reference
        .told()
        .map(BeanCookieFilter::cookie)
        .ifPresent(cookie -> response.getHeaders().add(HttpHeaders.SET_COOKIE, cookie));
  }

  private static NewCookie cookie(String identifier) {
    return new NewCookie.Builder(BeanCookie.NAME)
        .value(identifier)
        .path("/")
        .maxAge(identifier.isEmpty() ? 0 : NewCookie.DEFAULT_MAX_AGE)
        .httpOnly(true)
        .build();
  }
}
