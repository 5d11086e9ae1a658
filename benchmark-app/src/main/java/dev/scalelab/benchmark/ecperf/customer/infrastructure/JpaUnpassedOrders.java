package dev.scalelab.benchmark.ecperf.customer.infrastructure;

import dev.scalelab.benchmark.ecperf.customer.domain.UnpassedOrder;
import dev.scalelab.benchmark.ecperf.customer.domain.UnpassedOrders;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.time.Instant;
import java.util.List;

/** Unpassed orders in the database of the customer domain. */
@ApplicationScoped
public class JpaUnpassedOrders implements UnpassedOrders {

  // Hibernate's value for SKIP LOCKED: rows that another transaction has locked are skipped.
  private static final int SKIP_LOCKED = -2;

  @PersistenceContext(unitName = "customer")
  private EntityManager entityManager;

  @Override
  public void add(UnpassedOrder order) {
    entityManager.persist(order);
  }

  @Override
  public List<UnpassedOrder> due(Instant now, int limit) {
    return entityManager
        .createNamedQuery("UnpassedOrder.due", UnpassedOrder.class)
        .setParameter("now", now)
        .setLockMode(LockModeType.PESSIMISTIC_WRITE)
        .setHint("jakarta.persistence.lock.timeout", SKIP_LOCKED)
        .setMaxResults(limit)
        .getResultList();
  }

  @Override
  public void remove(long orderId) {
    entityManager
        .createNamedQuery("UnpassedOrder.remove")
        .setParameter("orderId", orderId)
        .executeUpdate();
  }
}
