package dev.scalelab.benchmark.ecperf.customer.infrastructure;

import dev.scalelab.benchmark.database.CachedEntities;
import dev.scalelab.benchmark.database.Reads;
import dev.scalelab.benchmark.database.UniqueViolation;
import dev.scalelab.benchmark.ecperf.customer.domain.AlreadyOrderedException;
import dev.scalelab.benchmark.ecperf.customer.domain.Order;
import dev.scalelab.benchmark.ecperf.customer.domain.Orders;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.PersistenceException;
import java.util.List;
import java.util.Optional;

/** Orders in the database of the customer domain. */
@ApplicationScoped
public class JpaOrders implements Orders {

  @PersistenceContext(unitName = "customer")
  private EntityManager primary;

  @PersistenceContext(unitName = "customer_reads")
  private EntityManager replica;

  @Inject private Reads reads;

  @Inject private CachedEntities cached;

  @Override
  public void add(Order order) {
    try {
      // Flush now, not at the end of the transaction: the database generates the id.
      primary.persist(order);
    } catch (PersistenceException e) {
      // The cart's number is the only unique value that the database does not generate.
      if (UniqueViolation.isBehind(e)) {
        throw new AlreadyOrderedException(e);
      }
      throw e;
    }
  }

  @Override
  public Optional<Order> find(long id) {
    if (cached.areEnabled()) {
      return cached.find(primary, Order.class, id, order -> order.getLines().size());
    }
    return reads
        .choose(primary, replica)
        .createNamedQuery("Order.withLines", Order.class)
        .setParameter("id", id)
        .getResultList()
        .stream()
        .findFirst();
  }

  @Override
  public Optional<Order> findToChange(long id) {
    return Optional.ofNullable(primary.find(Order.class, id, LockModeType.PESSIMISTIC_WRITE));
  }

  @Override
  public List<Order> latestOf(int customerId, int limit) {
    return reads
        .choose(primary, replica)
        .createNamedQuery("Order.latestOfCustomer", Order.class)
        .setParameter("customerId", customerId)
        .setMaxResults(limit)
        .getResultList();
  }
}
