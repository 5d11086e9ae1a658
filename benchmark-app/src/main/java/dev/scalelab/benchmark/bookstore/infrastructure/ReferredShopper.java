package dev.scalelab.benchmark.bookstore.infrastructure;

import dev.scalelab.benchmark.bookstore.application.Change;
import dev.scalelab.benchmark.bookstore.application.KeptShopper;
import dev.scalelab.benchmark.bookstore.application.KeptShopperBean;
import dev.scalelab.benchmark.bookstore.application.VisitorsShopper;
import dev.scalelab.benchmark.bookstore.domain.Shopper;
import dev.scalelab.benchmark.calls.BeanReference;
import dev.scalelab.benchmark.calls.ReferredBean;
import dev.scalelab.benchmark.calls.RemoteBeans;

/** A shopper in a bean to which the visitor's web session or cookie refers. */
record ReferredShopper(ReferredBean<KeptShopper> referred) implements VisitorsShopper {

  ReferredShopper(RemoteBeans beans, BeanReference reference) {
    this(new ReferredBean<>(beans, reference, KeptShopper.class, KeptShopperBean.class));
  }

  @Override
  public boolean hasBegun() {
    return referred.hasBegun();
  }

  @Override
  public Shopper shopper() {
    return referred.bean().shopper();
  }

  @Override
  public Shopper change(Change change) {
    return referred.beanOrNew().change(change);
  }

  @Override
  public void end() {
    referred.end(KeptShopper::end);
  }
}
