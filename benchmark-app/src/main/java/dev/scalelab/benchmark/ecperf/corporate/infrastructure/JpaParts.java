package dev.scalelab.benchmark.ecperf.corporate.infrastructure;

import dev.scalelab.benchmark.ecperf.corporate.domain.Part;
import dev.scalelab.benchmark.ecperf.corporate.domain.Parts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.Optional;

/** Parts in the database of the corporate domain. */
@ApplicationScoped
public class JpaParts implements Parts {

  @PersistenceContext(unitName = "corporate")
  private EntityManager entityManager;

  @Override
  public Optional<Part> find(int id) {
    return entityManager
        .createNamedQuery("Part.withSupplier", Part.class)
        .setParameter("id", id)
        .getResultList()
        .stream()
        .findFirst();
  }
}
