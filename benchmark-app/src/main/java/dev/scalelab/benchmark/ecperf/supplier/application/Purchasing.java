package dev.scalelab.benchmark.ecperf.supplier.application;

import dev.scalelab.benchmark.ecperf.corporate.application.PartStatus;
import dev.scalelab.benchmark.ecperf.domain.UnknownIdException;
import dev.scalelab.benchmark.ecperf.supplier.domain.PurchaseOrder;
import dev.scalelab.benchmark.ecperf.supplier.domain.PurchaseOrders;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Creates purchase orders; they are sent after the transaction has committed. */
@Stateless
public class Purchasing {

  private PartStatus partStatus;
  private PurchaseOrders orders;

  /** For the container. */
  public Purchasing() {}

  /** Stores orders in this repository. */
  @Inject
  public Purchasing(PartStatus partStatus, PurchaseOrders orders) {
    this.partStatus = partStatus;
    this.orders = orders;
  }

  /**
   * Orders this number of pieces of a part from the part's supplier.
   *
   * @throws UnknownIdException if the part does not exist
   */
  public void order(int partId, int pieces) {
    int supplier = partStatus.supplierOf(partId);
    // The database stores microseconds.
    Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
    orders.add(new PurchaseOrder(partId, supplier, pieces, now));
  }
}
