package dev.scalelab.benchmark.portal.domain;

/** All tickets. */
public interface Tickets {
  /**
   * Stores a ticket, unless one with its number exists.
   *
   * @throws UnknownCustomerException if the customer does not exist
   */
  void add(NewTicket ticket);
}
