package dev.scalelab.benchmark.cart.infrastructure;

import dev.scalelab.benchmark.calls.BeanReference;
import dev.scalelab.benchmark.calls.ReferredBean;
import dev.scalelab.benchmark.calls.RemoteBeans;
import dev.scalelab.benchmark.cart.application.KeptCart;
import dev.scalelab.benchmark.cart.application.KeptCartBean;
import dev.scalelab.benchmark.cart.application.VisitorsCart;
import dev.scalelab.benchmark.cart.domain.Cart;

/** A cart in a bean to which the visitor's web session or cookie refers. */
record ReferredCart(ReferredBean<KeptCart> referred) implements VisitorsCart {

  ReferredCart(RemoteBeans beans, BeanReference reference) {
    this(new ReferredBean<>(beans, reference, KeptCart.class, KeptCartBean.class));
  }

  @Override
  public boolean hasBegun() {
    return referred.hasBegun();
  }

  @Override
  public Cart content() {
    return referred.bean().content();
  }

  @Override
  public Cart add(int productId, int descriptionBytes) {
    return referred.beanOrNew().add(productId, descriptionBytes);
  }

  @Override
  public void end() {
    referred.end(KeptCart::end);
  }
}
