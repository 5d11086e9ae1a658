package dev.scalelab.benchmark.bookstore.infrastructure;

import dev.scalelab.benchmark.bookstore.application.Change;
import dev.scalelab.benchmark.bookstore.application.KeptShopper;
import dev.scalelab.benchmark.bookstore.application.KeptShopperBean;
import dev.scalelab.benchmark.bookstore.application.ReferredShopper;
import dev.scalelab.benchmark.bookstore.domain.Shopper;
import dev.scalelab.benchmark.calls.BeanCookie;
import dev.scalelab.benchmark.calls.RemoteBeans;
import jakarta.ejb.NoSuchEJBException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;

/** A stateful bean whose identifier is in a cookie. */
@RequestScoped
public class CookieShopper implements ReferredShopper {

  private static final RemoteBeans BEANS = RemoteBeans.here();

  @Inject private BeanCookie cookie;

  @Override
  public boolean hasBegun() {
    return cookie.identifier().isPresent();
  }

  @Override
  public Shopper shopper() {
    return bean(cookie.identifier().orElseThrow()).shopper();
  }

  @Override
  public Shopper change(Change change) {
    return bean(cookie.identifier().orElseGet(this::begin)).change(change);
  }

  @Override
  public void end() {
    try {
      cookie.identifier().map(CookieShopper::bean).ifPresent(KeptShopper::end);
    } catch (NoSuchEJBException gone) {
      // As it should be.
    }
    cookie.forget();
  }

  private String begin() {
    String made = BEANS.create(KeptShopper.class, KeptShopperBean.class);
    cookie.keep(made);
    return made;
  }

  private static KeptShopper bean(String identifier) {
    return BEANS.stateful(KeptShopper.class, KeptShopperBean.class, identifier);
  }
}
