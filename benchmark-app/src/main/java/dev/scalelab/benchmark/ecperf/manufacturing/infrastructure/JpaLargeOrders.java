package dev.scalelab.benchmark.ecperf.manufacturing.infrastructure;

import dev.scalelab.benchmark.ecperf.manufacturing.domain.LargeOrder;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.LargeOrders;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Large orders in the database of the manufacturing domain. */
@ApplicationScoped
public class JpaLargeOrders implements LargeOrders {

  // Hibernate's value for SKIP LOCKED: rows that another transaction has locked are skipped.
  private static final int SKIP_LOCKED = -2;

  @PersistenceContext(unitName = "manufacturing")
  private EntityManager entityManager;

  @Override
  public void add(LargeOrder largeOrder) {
    entityManager.persist(largeOrder);
  }

  @Override
  public Optional<LargeOrder> nextDue(Instant now) {
    return entityManager
        .createNamedQuery("LargeOrder.due", LargeOrder.class)
        .setParameter("now", now)
        .setLockMode(LockModeType.PESSIMISTIC_WRITE)
        .setHint("jakarta.persistence.lock.timeout", SKIP_LOCKED)
        .setMaxResults(1)
        .getResultList()
        .stream()
        .findFirst();
  }

  @Override
  public boolean include(long orderId) {
    return !entityManager
        .createNamedQuery("LargeOrder.ofOrder", Integer.class)
        .setParameter("orderId", orderId)
        .setMaxResults(1)
        .getResultList()
        .isEmpty();
  }

  @Override
  public Optional<LargeOrder> find(UUID id) {
    return Optional.ofNullable(entityManager.find(LargeOrder.class, id));
  }
}
