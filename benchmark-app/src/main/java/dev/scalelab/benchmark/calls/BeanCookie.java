package dev.scalelab.benchmark.calls;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.stream.Stream;

/** The identifier is in a cookie of the client. */
@RequestScoped
public class BeanCookie implements BeanReference {

  /** Name of the cookie. */
  static final String NAME = "scalelab-bean";

  @Inject private HttpServletRequest request;

  private String told;

  @Override
  public Optional<String> identifier() {
    if (told != null) {
      return Optional.of(told).filter(identifier -> !identifier.isEmpty());
    }
    Cookie[] cookies = request.getCookies();
    return cookies == null
        ? Optional.empty()
        : Stream.of(cookies)
            .filter(cookie -> cookie.getName().equals(NAME) && !cookie.getValue().isEmpty())
            .map(Cookie::getValue)
            .findFirst();
  }

  @Override
  public void keep(String identifier) {
    told = identifier;
  }

  @Override
  public void forget() {
    told = "";
  }

  /** What the client must be told: a new identifier, or nothing to keep; empty if neither. */
  Optional<String> told() {
    return Optional.ofNullable(told);
  }
}
