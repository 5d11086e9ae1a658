package dev.scalelab.benchmark.ecperf.customer.infrastructure;

import dev.scalelab.benchmark.ecperf.customer.domain.Item;
import dev.scalelab.benchmark.ecperf.customer.domain.Items;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Items in the database of the customer domain. */
@ApplicationScoped
public class JpaItems implements Items {

  @PersistenceContext(unitName = "customer")
  private EntityManager entityManager;

  @Override
  public Optional<Item> find(int id) {
    return Optional.ofNullable(entityManager.find(Item.class, id));
  }

  @Override
  public List<Item> find(Collection<Integer> ids) {
    return entityManager
        .createNamedQuery("Item.all", Item.class)
        .setParameter("ids", ids)
        .getResultList();
  }
}
