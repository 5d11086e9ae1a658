package dev.scalelab.benchmark.bookstore.infrastructure;

import dev.scalelab.benchmark.bookstore.application.Buy;
import dev.scalelab.benchmark.bookstore.application.BuyBean;
import dev.scalelab.benchmark.bookstore.application.Shop;
import dev.scalelab.benchmark.bookstore.application.ShopBean;
import dev.scalelab.benchmark.bookstore.application.StateOfSessions;
import dev.scalelab.benchmark.bookstore.application.VisitorsShopper;
import dev.scalelab.benchmark.calls.BeanCookie;
import dev.scalelab.benchmark.calls.BeanInWebSession;
import dev.scalelab.benchmark.calls.RemoteBeans;
import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;

/**
 * Settings of the book store in this server's environment: where sessions are stored, and whether
 * the beans that requests call are those of the servers at {@code BEANS_URL} or, without it, of
 * this server.
 */
@ApplicationScoped
public class BookstoreSettings {

  // The server's start script sets the default and validates the value; servers of other workloads
  // have none.
  private final StateOfSessions stateOfSessions =
      StateOfSessions.of(System.getenv().getOrDefault("BOOKSTORE_STATE", "web"));
  private final String elsewhere = System.getenv().getOrDefault("BEANS_URL", "");
  private final RemoteBeans beans = RemoteBeans.atOrHere(elsewhere);

  @Inject private ShopBean ownShop;
  @Inject private BuyBean ownBuy;

  private Shop shop;
  private Buy buy;

  @PostConstruct
  void choose() {
    boolean own = elsewhere.isEmpty();
    shop = own ? ownShop : beans.stateless(Shop.class, ShopBean.class);
    buy = own ? ownBuy : beans.stateless(Buy.class, BuyBean.class);
  }

  /** Where sessions are stored, from {@code BOOKSTORE_STATE}. */
  @Produces
  StateOfSessions stateOfSessions() {
    return stateOfSessions;
  }

  @Produces
  Shop shop() {
    return shop;
  }

  @Produces
  Buy buy() {
    return buy;
  }

  /** The stateful bean of the request's visitor, to which the web session or a cookie refers. */
  @Produces
  VisitorsShopper shopper(ShopperOfWebSession own, BeanCookie cookie, BeanInWebSession session) {
    if (stateOfSessions.isReferred()) {
      return new ReferredShopper(beans, cookie);
    }
    return elsewhere.isEmpty() ? own : new ReferredShopper(beans, session);
  }
}
