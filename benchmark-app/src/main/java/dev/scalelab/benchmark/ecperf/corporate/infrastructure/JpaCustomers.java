package dev.scalelab.benchmark.ecperf.corporate.infrastructure;

import dev.scalelab.benchmark.database.Reads;
import dev.scalelab.benchmark.ecperf.corporate.domain.Customer;
import dev.scalelab.benchmark.ecperf.corporate.domain.Customers;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.Optional;

/** Customers in the database of the corporate domain. */
@ApplicationScoped
public class JpaCustomers implements Customers {

  @PersistenceContext(unitName = "corporate")
  private EntityManager primary;

  @PersistenceContext(unitName = "corporate_reads")
  private EntityManager replica;

  @Inject private Reads reads;

  @Override
  public Optional<Customer> find(int id) {
    return Optional.ofNullable(reads.choose(primary, replica).find(Customer.class, id));
  }
}
