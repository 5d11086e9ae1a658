package dev.scalelab.benchmark.ecperf.supplier.application;

import dev.scalelab.benchmark.ecperf.corporate.domain.Parts;
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

  private Parts parts;
  private PurchaseOrders orders;

  /** For the container. */
  public Purchasing() {}

  /** Raises orders that are kept there. */
  @Inject
  public Purchasing(Parts parts, PurchaseOrders orders) {
    this.parts = parts;
    this.orders = orders;
  }

  /**
   * Orders so many pieces of a part from the part's supplier.
   *
   * @throws UnknownIdException when there is no such part
   */
  public void order(int partId, int pieces) {
    int supplier =
        parts.find(partId).orElseThrow(() -> UnknownIdException.part(partId)).getSupplier().getId();
    // The database keeps microseconds.
    Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
    orders.add(new PurchaseOrder(partId, supplier, pieces, now));
  }
}
