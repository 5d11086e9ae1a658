package dev.scalelab.benchmark.portal.application;

import dev.scalelab.benchmark.portal.domain.NewOrder;
import dev.scalelab.benchmark.portal.domain.OrderQueue;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.UUID;

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
   * @param number the client's number for it; null for a new one
   * @throws dev.scalelab.benchmark.portal.domain.QueueUnavailableException if it is not accepted
   */
  public NewOrder accept(int customerId, UUID number) {
    NewOrder order = NewOrder.of(customerId, number);
    queue.put(order);
    return order;
  }
}
