package dev.scalelab.benchmark.cart.application;

import dev.scalelab.benchmark.cart.domain.Cart;
import dev.scalelab.benchmark.settings.ServerSettings;
import jakarta.ejb.Remote;
import jakarta.ejb.Remove;
import jakarta.ejb.Stateful;
import jakarta.ejb.StatefulTimeout;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.io.Serializable;
import java.util.concurrent.TimeUnit;

/**
 * The cart of a visitor whose web session or cookie has the bean's identifier. The view is remote,
 * because only such a view has references that another server can use. It has the lifetime of a web
 * session.
 */
@Stateful
@Remote(KeptCart.class)
@StatefulTimeout(value = 5, unit = TimeUnit.MINUTES)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class KeptCartBean implements KeptCart, Serializable {

  private static final long serialVersionUID = 1L;

  private final Cart cart = new Cart();

  @Override
  public Cart content() {
    return new Cart(cart);
  }

  @Override
  public Cart add(int productId, int descriptionBytes) {
    cart.add(productId, descriptionBytes);
    cart.changedBy(ServerSettings.podName());
    return content();
  }

  @Override
  @Remove
  public void end() {
    // The container removes the bean.
  }
}
