package dev.scalelab.benchmark.calls;

import jakarta.ejb.NoSuchEJBException;
import java.net.URI;
import java.util.Base64;
import org.jboss.ejb.client.Affinity;
import org.jboss.ejb.client.EJBClient;
import org.jboss.ejb.client.SessionID;
import org.jboss.ejb.client.StatefulEJBLocator;
import org.jboss.ejb.client.StatelessEJBLocator;

/**
 * Beans of this application by their remote interfaces: those of this server or, over HTTP, those
 * of other servers.
 */
public final class RemoteBeans {

  /** WildFly's own path for calls of beans over HTTP. */
  private static final String CALLS = "/wildfly-services";

  private static final String APPLICATION = "";
  private static final String MODULE = "ROOT";
  private static final String DISTINCT = "";

  private final Affinity where;

  private RemoteBeans(Affinity where) {
    this.where = where;
  }

  /** Those of this server: WildFly's own references would be looked up in the cluster. */
  public static RemoteBeans here() {
    return new RemoteBeans(Affinity.LOCAL);
  }

  /**
   * Those of the servers behind an address, such as {@code http://balancer:8080}. WildFly's client
   * does not try a second one.
   */
  public static RemoteBeans at(String address) {
    return new RemoteBeans(Affinity.forUri(URI.create(address + CALLS)));
  }

  /** Those of the servers behind an address or, if it is empty, of this server. */
  public static RemoteBeans atOrHere(String address) {
    return address.isEmpty() ? here() : at(address);
  }

  /** A bean without state for a client. */
  public <T> T stateless(Class<T> view, Class<?> bean) {
    return EJBClient.createProxy(
        new StatelessEJBLocator<>(
            view, APPLICATION, MODULE, bean.getSimpleName(), DISTINCT, where));
  }

  /**
   * Creates a stateful bean, and returns its identifier, which has only letters, digits, - and _.
   */
  public String create(Class<?> view, Class<?> bean) {
    try {
      SessionID made =
          EJBClient.createSession(where, view, APPLICATION, MODULE, bean.getSimpleName(), DISTINCT)
              .getSessionId();
      return Base64.getUrlEncoder().withoutPadding().encodeToString(made.getEncodedForm());
    } catch (Exception e) {
      throw new IllegalStateException("no stateful bean could be created: " + e, e);
    }
  }

  /**
   * The stateful bean with this identifier. Every server that has the bean, or can fetch it from
   * another, can use the identifier; nothing of it is deserialized.
   *
   * @throws NoSuchEJBException if it is no identifier of a bean; a call throws it if there is no
   *     such bean
   */
  public <T> T stateful(Class<T> view, Class<?> bean, String identifier) {
    return EJBClient.createProxy(
        new StatefulEJBLocator<>(
            view, APPLICATION, MODULE, bean.getSimpleName(), DISTINCT, session(identifier), where));
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
