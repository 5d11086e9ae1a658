package dev.scalelab.benchmark.cart.application;

import dev.scalelab.benchmark.cart.domain.Cart;
import dev.scalelab.benchmark.settings.ServerSettings;
import jakarta.ejb.Stateful;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.context.SessionScoped;
import java.io.Serializable;

/**
 * The cart of a web session: a stateful bean that the servers of a cluster replicate. It has the
 * lifetime of the web session, and uses no database, so it needs no transaction.
 */
@Stateful
@SessionScoped
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class SessionCart implements Serializable {

  private static final long serialVersionUID = 1L;

  private final Cart cart = new Cart();

  /** Adds a product with this number of bytes of state, and returns a copy of the changed cart. */
  public Cart add(int productId, int descriptionBytes) {
    cart.add(productId, descriptionBytes);
    cart.changedBy(ServerSettings.podName());
    return content();
  }

  /** A copy of the cart: only this bean changes its own state, under its own lock. */
  public Cart content() {
    return new Cart(cart);
  }
}
