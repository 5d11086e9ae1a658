package dev.scalelab.benchmark.bookstore.infrastructure;

import dev.scalelab.benchmark.bookstore.application.Change;
import dev.scalelab.benchmark.bookstore.application.KeptShopper;
import dev.scalelab.benchmark.bookstore.application.KeptShopperBean;
import dev.scalelab.benchmark.bookstore.application.ReferredShopper;
import dev.scalelab.benchmark.bookstore.domain.Shopper;
import jakarta.ejb.NoSuchEJBException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Base64;
import java.util.Optional;
import java.util.stream.Stream;
import org.jboss.ejb.client.Affinity;
import org.jboss.ejb.client.EJBClient;
import org.jboss.ejb.client.SessionID;
import org.jboss.ejb.client.StatefulEJBLocator;

/**
 * A stateful bean whose identifier is in a cookie. Every server that has the bean, or can fetch it
 * from another, can use the identifier; nothing that a client sends is deserialized.
 */
@RequestScoped
public class CookieShopper implements ReferredShopper {

  /** Name of the cookie. */
  public static final String COOKIE = "scalelab-bean";

  private static final String APPLICATION = "";
  private static final String MODULE = "ROOT";
  private static final String BEAN = KeptShopperBean.class.getSimpleName();
  private static final String DISTINCT = "";

  @Inject private HttpServletRequest request;

  private String told;

  @Override
  public boolean hasBegun() {
    return identifier().isPresent();
  }

  @Override
  public Shopper shopper() {
    return bean(identifier().orElseThrow()).shopper();
  }

  @Override
  public Shopper change(Change change) {
    return bean(identifier().orElseGet(this::begin)).change(change);
  }

  @Override
  public void end() {
    try {
      identifier().map(CookieShopper::bean).ifPresent(KeptShopper::end);
    } catch (NoSuchEJBException gone) {
      // As it should be.
    }
    told = "";
  }

  /** What the client must be told: a new identifier, or nothing to keep; empty if neither. */
  public Optional<String> told() {
    return Optional.ofNullable(told);
  }

  private Optional<String> identifier() {
    if (told != null) {
      return Optional.of(told).filter(identifier -> !identifier.isEmpty());
    }
    Cookie[] cookies = request.getCookies();
    return cookies == null
        ? Optional.empty()
        : Stream.of(cookies)
            .filter(cookie -> cookie.getName().equals(COOKIE) && !cookie.getValue().isEmpty())
            .map(Cookie::getValue)
            .findFirst();
  }

  private String begin() {
    try {
      SessionID made =
          EJBClient.createSession(
                  Affinity.LOCAL, KeptShopper.class, APPLICATION, MODULE, BEAN, DISTINCT)
              .getSessionId();
      told = Base64.getUrlEncoder().withoutPadding().encodeToString(made.getEncodedForm());
      return told;
    } catch (Exception e) {
      throw new IllegalStateException("no stateful bean could be created: " + e, e);
    }
  }

  /** Of this server: WildFly's own reference would be looked up in the cluster. */
  private static KeptShopper bean(String identifier) {
    return EJBClient.createProxy(
        new StatefulEJBLocator<>(
            KeptShopper.class,
            APPLICATION,
            MODULE,
            BEAN,
            DISTINCT,
            session(identifier),
            Affinity.LOCAL));
  }

  private static SessionID session(String identifier) {
    try {
      return SessionID.createSessionID(Base64.getUrlDecoder().decode(identifier));
    } catch (IllegalArgumentException e) {
      // Not one of ours.
      throw new NoSuchEJBException("no identifier of a bean: " + e.getMessage());
    }
  }
}
