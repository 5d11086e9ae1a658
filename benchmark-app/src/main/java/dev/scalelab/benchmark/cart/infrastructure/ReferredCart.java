package dev.scalelab.benchmark.cart.infrastructure;

import dev.scalelab.benchmark.calls.BeanReference;
import dev.scalelab.benchmark.calls.RemoteBeans;
import dev.scalelab.benchmark.cart.application.KeptCart;
import dev.scalelab.benchmark.cart.application.KeptCartBean;
import dev.scalelab.benchmark.cart.application.VisitorsCart;
import dev.scalelab.benchmark.cart.domain.Cart;
import jakarta.ejb.NoSuchEJBException;

/**
 * A bean of this server or of others, to which the visitor's web session or cookie refers.
 *
 * @param beans where the beans are
 * @param reference where the bean's identifier is
 */
record ReferredCart(RemoteBeans beans, BeanReference reference) implements VisitorsCart {

  @Override
  public boolean hasBegun() {
    return reference.identifier().isPresent();
  }

  @Override
  public Cart content() {
    return bean(reference.identifier().orElseThrow()).content();
  }

  @Override
  public Cart add(int productId, int descriptionBytes) {
    return bean(reference.identifier().orElseGet(this::begin)).add(productId, descriptionBytes);
  }

  @Override
  public void end() {
    try {
      reference.identifier().map(this::bean).ifPresent(KeptCart::end);
    } catch (NoSuchEJBException gone) {
      // As it should be.
    }
    reference.forget();
  }

  private String begin() {
    String made = beans.create(KeptCart.class, KeptCartBean.class);
    reference.keep(made);
    return made;
  }

  private KeptCart bean(String identifier) {
    return beans.stateful(KeptCart.class, KeptCartBean.class, identifier);
  }
}
