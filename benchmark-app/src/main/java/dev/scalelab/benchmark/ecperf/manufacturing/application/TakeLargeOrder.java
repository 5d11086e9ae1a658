package dev.scalelab.benchmark.ecperf.manufacturing.application;

import dev.scalelab.benchmark.ecperf.manufacturing.domain.LargeOrder;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.LargeOrders;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Remote;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/** Accepts a customer's large order: each of its lines waits for the large-order line. */
@Stateless
@LocalBean
@Remote(LargeOrderLine.class)
public class TakeLargeOrder implements LargeOrderLine {

  private LargeOrders largeOrders;

  /** For the container. */
  public TakeLargeOrder() {}

  /** Stores orders in this repository. */
  @Inject
  public TakeLargeOrder(LargeOrders largeOrders) {
    this.largeOrders = largeOrders;
  }

  @Override
  public void take(long orderId, Map<Integer, Integer> pieces) {
    // The database stores microseconds.
    Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
    pieces.forEach(
        (itemId, quantity) -> largeOrders.add(new LargeOrder(orderId, itemId, quantity, now)));
  }

  @Override
  public void takeOnce(long orderId, Map<Integer, Integer> pieces) {
    if (!largeOrders.include(orderId)) {
      take(orderId, pieces);
    }
  }
}
