package dev.scalelab.benchmark.ecperf.manufacturing.infrastructure;

import dev.scalelab.benchmark.ecperf.manufacturing.domain.WorkOrder;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.WorkOrders;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.util.Optional;
import java.util.UUID;

/** Work orders in the database of the manufacturing domain. */
@ApplicationScoped
public class JpaWorkOrders implements WorkOrders {

  // Hibernate's value for SKIP LOCKED: rows that another transaction has locked are skipped.
  private static final int SKIP_LOCKED = -2;

  @PersistenceContext(unitName = "manufacturing")
  private EntityManager entityManager;

  @Override
  public void add(WorkOrder workOrder) {
    entityManager.persist(workOrder);
  }

  @Override
  public Optional<WorkOrder> find(long id) {
    return Optional.ofNullable(entityManager.find(WorkOrder.class, id));
  }

  @Override
  public Optional<WorkOrder> findToChange(long id) {
    return Optional.ofNullable(
        entityManager.find(WorkOrder.class, id, LockModeType.PESSIMISTIC_WRITE));
  }

  @Override
  public Optional<WorkOrder> findLeft(UUID largeOrderId) {
    return entityManager
        .createNamedQuery("WorkOrder.openOfLargeOrder", WorkOrder.class)
        .setParameter("largeOrderId", largeOrderId)
        .setLockMode(LockModeType.PESSIMISTIC_WRITE)
        .setHint("jakarta.persistence.lock.timeout", SKIP_LOCKED)
        .getResultList()
        .stream()
        .findFirst();
  }
}
