package dev.scalelab.benchmark.ecperf.supplier.application;

import dev.scalelab.benchmark.ecperf.corporate.application.PartStatus;
import dev.scalelab.benchmark.ecperf.domain.UnknownIdException;
import dev.scalelab.benchmark.ecperf.supplier.domain.PurchaseOrder;
import dev.scalelab.benchmark.ecperf.supplier.domain.PurchaseOrders;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Raises purchase orders; they are sent once the transaction has ended well. */
@Stateless
public class Purchasing {

  private PartStatus partStatus;
  private PurchaseOrders orders;

  /** For the container. */
  public Purchasing() {}

  /** Raises orders that are kept there. */
  @Inject
  public Purchasing(PartStatus partStatus, PurchaseOrders orders) {
    this.partStatus = partStatus;
    this.orders = orders;
  }

  /**
   * Orders so many pieces of a part from the part's supplier.
   *
   * @throws UnknownIdException when there is no such part
   */
  public void order(int partId, int pieces) {
    int supplier = partStatus.supplierOf(partId);
    // The database keeps microseconds.
    Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
    orders.add(new PurchaseOrder(partId, supplier, pieces, now));
  }
}
