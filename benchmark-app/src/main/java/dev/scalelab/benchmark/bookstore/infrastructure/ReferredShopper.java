package dev.scalelab.benchmark.bookstore.infrastructure;

import dev.scalelab.benchmark.bookstore.application.Change;
import dev.scalelab.benchmark.bookstore.application.KeptShopper;
import dev.scalelab.benchmark.bookstore.application.KeptShopperBean;
import dev.scalelab.benchmark.bookstore.application.VisitorsShopper;
import dev.scalelab.benchmark.bookstore.domain.Shopper;
import dev.scalelab.benchmark.calls.BeanReference;
import dev.scalelab.benchmark.calls.RemoteBeans;
import jakarta.ejb.NoSuchEJBException;

/**
 * A bean of this server or of others, to which the visitor's web session or cookie refers.
 *
 * @param beans where the beans are
 * @param reference where the bean's identifier is
 */
record ReferredShopper(RemoteBeans beans, BeanReference reference) implements VisitorsShopper {

  @Override
  public boolean hasBegun() {
    return reference.identifier().isPresent();
  }

  @Override
  public Shopper shopper() {
    return bean(reference.identifier().orElseThrow()).shopper();
  }

  @Override
  public Shopper change(Change change) {
    return bean(reference.identifier().orElseGet(this::begin)).change(change);
  }

  @Override
  public void end() {
    try {
      reference.identifier().map(this::bean).ifPresent(KeptShopper::end);
    } catch (NoSuchEJBException gone) {
      // As it should be.
    }
    reference.forget();
  }

  private String begin() {
    String made = beans.create(KeptShopper.class, KeptShopperBean.class);
    reference.keep(made);
    return made;
  }

  private KeptShopper bean(String identifier) {
    return beans.stateful(KeptShopper.class, KeptShopperBean.class, identifier);
  }
}
