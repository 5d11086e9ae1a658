package dev.scalelab.benchmark.portal.domain;

/** Orders that were accepted, on their way to those who take them. */
public interface OrderQueue {

  /**
   * Puts an order into the queue, for good.
   *
   * @throws QueueUnavailableException when it could not be put there
   */
  void put(NewOrder order);
}
