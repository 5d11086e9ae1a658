package dev.scalelab.benchmark.bookstore.application;

import dev.scalelab.benchmark.bookstore.domain.Shopper;
import dev.scalelab.benchmark.settings.ServerSettings;
import jakarta.ejb.Stateful;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.context.SessionScoped;
import java.io.Serializable;
import java.util.function.Consumer;

/**
 * The shopper of a web session in a stateful bean that the servers of a cluster replicate. It has
 * the lifetime of the web session, and uses no database, so it needs no transaction.
 */
@Stateful
@SessionScoped
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class ShopperBean implements Serializable {

  private static final long serialVersionUID = 1L;

  private final Shopper shopper = new Shopper();

  /** A copy: only this bean changes its own state, under its own lock. */
  public Shopper shopper() {
    return new Shopper(shopper);
  }

  /** Changes the shopper, and returns a copy of the result. */
  public Shopper change(Consumer<Shopper> change) {
    change.accept(shopper);
    shopper.changedBy(ServerSettings.podName());
    return shopper();
  }
}
