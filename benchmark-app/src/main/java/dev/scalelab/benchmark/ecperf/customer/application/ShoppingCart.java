package dev.scalelab.benchmark.ecperf.customer.application;

import dev.scalelab.benchmark.ecperf.customer.domain.Cart;
import dev.scalelab.benchmark.settings.ServerSettings;
import jakarta.ejb.Stateful;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.context.SessionScoped;
import java.io.Serializable;

/**
 * The cart of a web session.
 *
 * <p>A stateful bean that the servers of a cluster replicate: any of them can continue the session.
 * It has the lifetime of the web session, and uses no database, so it needs no transaction.
 */
@Stateful
@SessionScoped
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class ShoppingCart implements Serializable {

  private static final long serialVersionUID = 1L;

  private final Cart cart = new Cart();

  /** Adds a quantity of an item, and returns a copy of the changed cart. */
  public Cart add(int itemId, int quantity) {
    cart.add(itemId, quantity);
    cart.changedBy(ServerSettings.podName());
    return content();
  }

  /** A copy of the content: only this bean changes its own state, under its own lock. */
  public Cart content() {
    return new Cart(cart);
  }
}
