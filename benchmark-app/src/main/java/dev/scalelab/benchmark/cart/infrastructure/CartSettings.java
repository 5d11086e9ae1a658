package dev.scalelab.benchmark.cart.infrastructure;

import dev.scalelab.benchmark.calls.BeanCookie;
import dev.scalelab.benchmark.calls.BeanInWebSession;
import dev.scalelab.benchmark.calls.RemoteBeans;
import dev.scalelab.benchmark.cart.application.VisitorsCart;
import dev.scalelab.benchmark.cart.domain.StateSize;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;

/** Settings of the cart in this server's environment. */
@ApplicationScoped
public class CartSettings {

  // The server's start script sets the defaults and validates the values; servers of other
  // workloads have none.
  private final StateSize stateSize =
      new StateSize(Integer.parseInt(setting("CART_STATE_BYTES", "0")));
  private final boolean inCookie = setting("BEAN_HANDLE", "session").equals("cookie");
  private final String elsewhere = setting("BEANS_URL", "");
  private final RemoteBeans beans = RemoteBeans.atOrHere(elsewhere);

  private static String setting(String name, String preset) {
    return System.getenv().getOrDefault(name, preset);
  }

  /** Size of a cart of ten products, from {@code CART_STATE_BYTES}. */
  @Produces
  StateSize stateSize() {
    return stateSize;
  }

  /**
   * The cart of the request's visitor: a bean of the servers at {@code BEANS_URL} or, without it,
   * of this server, to which a cookie refers if {@code BEAN_HANDLE} is cookie.
   */
  @Produces
  VisitorsCart cart(CartOfWebSession own, BeanCookie cookie, BeanInWebSession session) {
    if (inCookie) {
      return new ReferredCart(beans, cookie);
    }
    return elsewhere.isEmpty() ? own : new ReferredCart(beans, session);
  }
}
