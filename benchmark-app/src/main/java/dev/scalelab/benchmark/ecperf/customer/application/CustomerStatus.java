package dev.scalelab.benchmark.ecperf.customer.application;

import dev.scalelab.benchmark.ecperf.corporate.application.CustomerTerms;
import dev.scalelab.benchmark.ecperf.corporate.application.Terms;
import dev.scalelab.benchmark.ecperf.customer.domain.Order;
import dev.scalelab.benchmark.ecperf.customer.domain.Orders;
import dev.scalelab.benchmark.ecperf.domain.UnknownIdException;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.util.List;

/** ECperf's <em>customer status</em>: a customer and the latest orders. */
@Stateless
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class CustomerStatus {

  /** Maximum number of orders shown. */
  public static final int LATEST = 10;

  private Terms terms;
  private Orders orders;

  /** For the container. */
  public CustomerStatus() {}

  @Inject
  CustomerStatus(Terms terms, Orders orders) {
    this.terms = terms;
    this.orders = orders;
  }

  /**
   * The customer with the latest {@value #LATEST} orders, latest first.
   *
   * @throws UnknownIdException if no customer has this id
   */
  public Status of(int customerId) {
    CustomerTerms ofCustomer = terms.of(customerId);
    return new Status(customerId, ofCustomer.name(), orders.latestOf(customerId, LATEST));
  }

  /** A customer and the latest orders, without their lines. */
  public record Status(int customerId, String name, List<Order> latestOrders) {}
}
