package dev.scalelab.benchmark.ecperf.customer.domain;

import java.util.List;
import java.util.Optional;

/** All orders. */
public interface Orders {

  /**
   * Keeps a new order, which gets its id.
   *
   * @throws AlreadyOrderedException when there is an order of the same cart
   */
  void add(Order order);

  /** The order of this id with its lines, to be looked at. */
  Optional<Order> find(long id);

  /** The order of this id, which nobody else can change until the transaction ends. */
  Optional<Order> findToChange(long id);

  /** The customer's latest orders without their lines, latest first, at most so many. */
  List<Order> latestOf(int customerId, int limit);
}
