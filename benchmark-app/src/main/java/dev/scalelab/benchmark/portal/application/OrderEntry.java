package dev.scalelab.benchmark.portal.application;

import dev.scalelab.benchmark.portal.domain.NewOrder;
import dev.scalelab.benchmark.portal.domain.OrderQueue;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/** Accepts orders: from then on they are in the queue, and will be taken. */
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
   * Accepts an order of a customer. Nobody looks whether there is one: that is for who takes it.
   *
   * @throws dev.scalelab.benchmark.portal.domain.QueueUnavailableException when it is not accepted
   */
  public NewOrder accept(int customerId) {
    NewOrder order = NewOrder.of(customerId);
    queue.put(order);
    return order;
  }
}
