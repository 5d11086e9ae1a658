package dev.scalelab.benchmark.ecperf.infrastructure;

import dev.scalelab.benchmark.ecperf.corporate.application.PartStatus;
import dev.scalelab.benchmark.ecperf.corporate.application.Sources;
import dev.scalelab.benchmark.ecperf.corporate.application.Terms;
import dev.scalelab.benchmark.ecperf.corporate.application.TermsOfCustomer;
import dev.scalelab.benchmark.ecperf.domain.Domain;
import dev.scalelab.benchmark.ecperf.domain.Partition;
import dev.scalelab.benchmark.ecperf.manufacturing.application.GoodsInwards;
import dev.scalelab.benchmark.ecperf.manufacturing.application.LargeOrderLine;
import dev.scalelab.benchmark.ecperf.manufacturing.application.TakeLargeOrder;
import dev.scalelab.benchmark.ecperf.supplier.application.Buyer;
import dev.scalelab.benchmark.ecperf.supplier.application.Purchases;
import dev.scalelab.benchmark.ecperf.supplier.application.Purchasing;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.transaction.TransactionManager;

/**
 * What the domains offer to each other: a bean of this server, by its class or, if calls are by
 * value, by its remote interface; or the same bean of another partition's servers, over HTTP.
 */
@ApplicationScoped
public class DomainBeans {

  @Resource(lookup = "java:jboss/TransactionManager")
  private TransactionManager transactions;

  @Inject private Partition partition;
  @Inject private PartitionSettings settings;

  @Inject private TermsOfCustomer terms;
  @Inject private PartStatus sources;
  @Inject private TakeLargeOrder largeOrderLine;
  @Inject private Purchasing purchases;
  @Inject private GoodsInwards buyer;

  @EJB private Terms termsByValue;
  @EJB private Sources sourcesByValue;
  @EJB private LargeOrderLine largeOrderLineByValue;
  @EJB private Purchases purchasesByValue;
  @EJB private Buyer buyerByValue;

  @Produces
  Terms terms() {
    return choose(Domain.CORPORATE, Terms.class, TermsOfCustomer.class, terms, termsByValue);
  }

  @Produces
  Sources sources() {
    return choose(Domain.CORPORATE, Sources.class, PartStatus.class, sources, sourcesByValue);
  }

  @Produces
  LargeOrderLine largeOrderLine() {
    return choose(
        Domain.MANUFACTURING,
        LargeOrderLine.class,
        TakeLargeOrder.class,
        largeOrderLine,
        largeOrderLineByValue);
  }

  @Produces
  Purchases purchases() {
    return choose(Domain.SUPPLIER, Purchases.class, Purchasing.class, purchases, purchasesByValue);
  }

  @Produces
  Buyer buyer() {
    return choose(Domain.MANUFACTURING, Buyer.class, GoodsInwards.class, buyer, buyerByValue);
  }

  private <T> T choose(Domain domain, Class<T> view, Class<?> bean, T own, T byValue) {
    if (partition.has(domain)) {
      return settings.callsByValue() ? byValue : own;
    }
    return OutsideTransaction.of(
        view, settings.otherPartitions().stateless(view, bean), transactions);
  }
}
