package dev.scalelab.benchmark.bookstore.infrastructure;

import dev.scalelab.benchmark.bookstore.application.Change;
import dev.scalelab.benchmark.bookstore.application.ShopperBean;
import dev.scalelab.benchmark.bookstore.application.VisitorsShopper;
import dev.scalelab.benchmark.bookstore.application.WebSession;
import dev.scalelab.benchmark.bookstore.domain.Shopper;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.inject.Typed;
import jakarta.inject.Inject;

/** The bean of the web session, in the same server. */
@RequestScoped
@Typed(ShopperOfWebSession.class)
public class ShopperOfWebSession implements VisitorsShopper {

  @Inject private WebSession session;
  @Inject private ShopperBean bean;

  @Override
  public boolean hasBegun() {
    return session.hasBegun();
  }

  @Override
  public Shopper shopper() {
    return bean.shopper();
  }

  @Override
  public Shopper change(Change change) {
    return bean.change(change);
  }

  @Override
  public void end() {
    session.end();
  }
}
