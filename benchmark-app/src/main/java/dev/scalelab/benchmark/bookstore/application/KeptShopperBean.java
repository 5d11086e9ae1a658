package dev.scalelab.benchmark.bookstore.application;

import dev.scalelab.benchmark.bookstore.domain.Shopper;
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
 * The shopper of a client that has a reference to this bean and no web session. The view is remote,
 * because only such a view has references that another server can use. It has the lifetime of a web
 * session.
 */
@Stateful
@Remote(KeptShopper.class)
@StatefulTimeout(value = 5, unit = TimeUnit.MINUTES)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class KeptShopperBean implements KeptShopper, Serializable {

  private static final long serialVersionUID = 1L;

  private final Shopper shopper = new Shopper();

  @Override
  public Shopper shopper() {
    return new Shopper(shopper);
  }

  @Override
  public Shopper change(Change change) {
    change.accept(shopper);
    shopper.changedBy(ServerSettings.podName());
    return shopper();
  }

  @Override
  @Remove
  public void end() {
    // The container removes the bean.
  }
}
