package dev.scalelab.benchmark.portal.application;

import dev.scalelab.benchmark.portal.domain.NewOrder;
import dev.scalelab.benchmark.portal.domain.OrderQueue;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** Accepts orders: an accepted order is in the queue, and will be processed. */
@ApplicationScoped
public class OrderEntry {

  private OrderQueue queue;

  /** For the container. */
  public OrderEntry() {}

  @Inject
  OrderEntry(OrderQueue queue) {
    this.queue = queue;
  }

  /**
   * Accepts an order of a customer. Whether the customer exists is not checked here, but when the
   * order is processed.
   *
   * @throws dev.scalelab.benchmark.portal.domain.QueueUnavailableException if it is not accepted
   */
  public NewOrder accept(int customerId) {
    NewOrder order = NewOrder.of(customerId);
    queue.put(order);
    return order;
  }
}
