package dev.scalelab.benchmark.ecperf.customer.domain;

import java.util.List;
import java.util.Optional;

/** All orders. */
public interface Orders {

  /**
   * Stores a new order, and sets its id.
   *
   * @throws AlreadyOrderedException if an order of the same cart exists
   */
  void add(Order order);

  /** The order with this id and its lines, read-only. */
  Optional<Order> find(long id);

  /** The order with this id, locked until the transaction ends. */
  Optional<Order> findToChange(long id);

  /** The customer's latest orders without their lines, latest first, up to the limit. */
  List<Order> latestOf(int customerId, int limit);
}
