package dev.scalelab.benchmark.portal.domain;

/** State changes of orders that are not in the database yet. */
public interface OrderChanges {
  /**
   * Publishes a change as part of the current transaction.
   *
   * @throws QueueUnavailableException if that fails
   */
  void publish(OrderChange change);
}
