package dev.scalelab.benchmark.ecperf.customer.infrastructure;

import dev.scalelab.benchmark.database.CachedEntities;
import dev.scalelab.benchmark.database.Reads;
import dev.scalelab.benchmark.ecperf.customer.domain.Item;
import dev.scalelab.benchmark.ecperf.customer.domain.Items;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Items in the database of the customer domain. */
@ApplicationScoped
public class JpaItems implements Items {

  @PersistenceContext(unitName = "customer")
  private EntityManager primary;

  @PersistenceContext(unitName = "customer_reads")
  private EntityManager replica;

  @Inject private Reads reads;

  @Inject private CachedEntities cached;

  @Override
  public Optional<Item> find(int id) {
    return Optional.ofNullable(reads.choose(primary, replica).find(Item.class, id));
  }

  @Override
  public List<Item> find(Collection<Integer> ids) {
    if (cached.areEnabled()) {
      return cached.find(primary, Item.class, ids);
    }
    return reads
        .choose(primary, replica)
        .createNamedQuery("Item.all", Item.class)
        .setParameter("ids", ids)
        .getResultList();
  }
}
