package dev.scalelab.benchmark.database;

import dev.scalelab.benchmark.settings.ServerSettings;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Finds entities in the servers' cache of entities, which is used only by identifier: a query
 * always asks the database.
 */
@ApplicationScoped
public class CachedEntities {

  private final boolean enabled = ServerSettings.cachesEntities();

  /** Whether the servers have such a cache; without one a query needs fewer round trips. */
  public boolean areEnabled() {
    return enabled;
  }

  /**
   * The entity with an identifier.
   *
   * @param loads reads the associations that the caller needs
   */
  @Transactional
  public <T> Optional<T> find(
      EntityManager entityManager, Class<T> type, Object id, Consumer<T> loads) {
    Optional<T> found = Optional.ofNullable(entityManager.find(type, id));
    found.ifPresent(loads);
    return found;
  }

  /** Those of the entities that exist, in the order of their identifiers. */
  @Transactional
  public <T> List<T> find(EntityManager entityManager, Class<T> type, Collection<Integer> ids) {
    return ids.stream()
        .sorted()
        .map(id -> entityManager.find(type, id))
        .filter(Objects::nonNull)
        .toList();
  }
}
