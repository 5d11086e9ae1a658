package dev.scalelab.benchmark.ecperf.corporate.infrastructure;

import dev.scalelab.benchmark.database.CachedEntities;
import dev.scalelab.benchmark.ecperf.corporate.domain.Part;
import dev.scalelab.benchmark.ecperf.corporate.domain.Parts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.Optional;

/** Parts in the database of the corporate domain. */
@ApplicationScoped
public class JpaParts implements Parts {

  @PersistenceContext(unitName = "corporate")
  private EntityManager entityManager;

  @Inject private CachedEntities cached;

  @Override
  public Optional<Part> find(int id) {
    if (cached.areEnabled()) {
      return cached.find(entityManager, Part.class, id, part -> part.getSupplier().getName());
    }
    return entityManager
        .createNamedQuery("Part.withSupplier", Part.class)
        .setParameter("id", id)
        .getResultList()
        .stream()
        .findFirst();
  }
}
