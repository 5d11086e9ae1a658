package dev.scalelab.benchmark.ecperf.corporate.application;

import dev.scalelab.benchmark.ecperf.corporate.domain.Customer;
import dev.scalelab.benchmark.ecperf.corporate.domain.Customers;
import dev.scalelab.benchmark.ecperf.domain.UnknownIdException;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Remote;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;

/** Provides the terms of a customer to the other domains. */
@Stateless
@LocalBean
@Remote(Terms.class)
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class TermsOfCustomer implements Terms {

  private Customers customers;

  /** For the container. */
  public TermsOfCustomer() {}

  /** The terms of these customers. */
  @Inject
  public TermsOfCustomer(Customers customers) {
    this.customers = customers;
  }

  @Override
  public CustomerTerms of(int customerId) {
    Customer customer =
        customers.find(customerId).orElseThrow(() -> UnknownIdException.customer(customerId));
    return new CustomerTerms(customer.getName(), customer.getDiscountPercent());
  }
}
