package dev.scalelab.benchmark.ecperf.manufacturing.infrastructure;

import dev.scalelab.benchmark.database.CachedEntities;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.Assembly;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.Inventory;
import dev.scalelab.benchmark.ecperf.manufacturing.domain.Stock;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The store in the database of the manufacturing domain. */
@ApplicationScoped
public class JpaInventory implements Inventory {

  @PersistenceContext(unitName = "manufacturing")
  private EntityManager entityManager;

  @Inject private CachedEntities cached;

  @Override
  public Optional<Assembly> assembly(int itemId) {
    if (cached.areEnabled()) {
      return cached.find(entityManager, Assembly.class, itemId, one -> one.partsFor(1).size());
    }
    return entityManager
        .createNamedQuery("Assembly.withMaterials", Assembly.class)
        .setParameter("id", itemId)
        .getResultList()
        .stream()
        .findFirst();
  }

  @Override
  public List<Stock> lock(Collection<Integer> partIds) {
    return entityManager
        .createNamedQuery("Stock.lock", Stock.class)
        .setParameter("ids", partIds)
        .getResultList();
  }

  @Override
  public void addFinished(int itemId, int pieces) {
    entityManager
        .createNamedQuery("FinishedGoods.add")
        .setParameter("pieces", pieces)
        .setParameter("id", itemId)
        .executeUpdate();
  }
}
