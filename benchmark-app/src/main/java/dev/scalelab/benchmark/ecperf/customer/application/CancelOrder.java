package dev.scalelab.benchmark.ecperf.customer.application;

import dev.scalelab.benchmark.ecperf.customer.domain.OrderClosedException;
import dev.scalelab.benchmark.ecperf.customer.domain.Orders;
import dev.scalelab.benchmark.ecperf.domain.UnknownIdException;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** ECperf's <em>cancel order</em>: a customer does not want an order any more. */
@Stateless
public class CancelOrder {

  private Orders orders;

  /** For the container. */
  public CancelOrder() {}

  @Inject
  CancelOrder(Orders orders) {
    this.orders = orders;
  }

  /**
   * Cancels an order, which is then only shown.
   *
   * @throws UnknownIdException if the order does not exist
   * @throws OrderClosedException if it is a large order
   */
  public void cancel(long orderId) {
    orders
        .findToChange(orderId)
        .orElseThrow(() -> UnknownIdException.order(orderId))
        // The database stores microseconds.
        .cancel(Instant.now().truncatedTo(ChronoUnit.MICROS));
  }
}
