package dev.scalelab.benchmark.bookstore.interfaces;

import dev.scalelab.benchmark.bookstore.infrastructure.CookieShopper;
import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.ext.Provider;

/** Tells the client the identifier of its stateful bean, where that is kept in a cookie. */
@Provider
public class ShopperCookie implements ContainerResponseFilter {

  @Inject private CookieShopper shopper;

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    shopper
        .told()
        .map(ShopperCookie::cookie)
        .ifPresent(cookie -> response.getHeaders().add(HttpHeaders.SET_COOKIE, cookie));
  }

  private static NewCookie cookie(String identifier) {
    return new NewCookie.Builder(CookieShopper.COOKIE)
        .value(identifier)
        .path("/")
        .maxAge(identifier.isEmpty() ? 0 : NewCookie.DEFAULT_MAX_AGE)
        .httpOnly(true)
        .build();
  }
}
