package dev.scalelab.benchmark.ecperf.supplier.application;

import dev.scalelab.benchmark.ecperf.corporate.application.Sources;
import dev.scalelab.benchmark.ecperf.supplier.domain.PurchaseOrder;
import dev.scalelab.benchmark.ecperf.supplier.domain.PurchaseOrders;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Remote;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Creates purchase orders; they are sent after the transaction has committed. */
@Stateless
@LocalBean
@Remote(Purchases.class)
public class Purchasing implements Purchases {

  private Sources sources;
  private PurchaseOrders orders;

  /** For the container. */
  public Purchasing() {}

  /** Stores orders in this repository. */
  @Inject
  public Purchasing(Sources sources, PurchaseOrders orders) {
    this.sources = sources;
    this.orders = orders;
  }

  @Override
  public void order(int partId, int pieces) {
    int supplier = sources.supplierOf(partId);
    // The database stores microseconds.
    Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
    orders.add(new PurchaseOrder(partId, supplier, pieces, now));
  }
}
