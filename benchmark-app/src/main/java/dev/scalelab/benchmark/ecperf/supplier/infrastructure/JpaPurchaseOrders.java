package dev.scalelab.benchmark.ecperf.supplier.infrastructure;

import dev.scalelab.benchmark.ecperf.supplier.domain.PurchaseOrder;
import dev.scalelab.benchmark.ecperf.supplier.domain.PurchaseOrders;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceContext;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Purchase orders in the database of the supplier domain. */
@ApplicationScoped
public class JpaPurchaseOrders implements PurchaseOrders {

  // Hibernate's value for SKIP LOCKED: rows that another transaction has locked are skipped.
  private static final int SKIP_LOCKED = -2;

  @PersistenceContext(unitName = "supplier")
  private EntityManager entityManager;

  @Override
  public void add(PurchaseOrder order) {
    entityManager.persist(order);
  }

  @Override
  public Optional<PurchaseOrder> find(UUID number) {
    return Optional.ofNullable(entityManager.find(PurchaseOrder.class, number));
  }

  @Override
  public Optional<PurchaseOrder> findToChange(UUID number) {
    return Optional.ofNullable(
        entityManager.find(PurchaseOrder.class, number, LockModeType.PESSIMISTIC_WRITE));
  }

  @Override
  public List<PurchaseOrder> due(Instant now, int limit) {
    return entityManager
        .createNamedQuery("PurchaseOrder.due", PurchaseOrder.class)
        .setParameter("now", now)
        .setLockMode(LockModeType.PESSIMISTIC_WRITE)
        .setHint("jakarta.persistence.lock.timeout", SKIP_LOCKED)
        .setMaxResults(limit)
        .getResultList();
  }
}
