package dev.scalelab.benchmark.portal.domain;

/** Accepted orders that have not been processed yet. */
public interface OrderQueue {

  /**
   * Puts an order into the durable queue.
   *
   * @throws QueueUnavailableException if that fails
   */
  void put(NewOrder order);
}
