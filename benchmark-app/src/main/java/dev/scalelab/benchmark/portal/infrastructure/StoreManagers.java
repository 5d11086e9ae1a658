package dev.scalelab.benchmark.portal.infrastructure;

import dev.scalelab.benchmark.portal.domain.Stores;
import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.List;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * The entity manager of each database with customers; each takes part in its caller's transaction.
 */
@ApplicationScoped
public class StoreManagers {

  /** Begin of their names, as in persistence.xml. */
  private static final String NAME = "java:/portal/store";

  private final List<EntityManager> managers = new ArrayList<>();

  @Inject private Stores stores;

  // Looked up, not injected: how many there are is a setting.
  @PostConstruct
  void find() {
    try {
      for (int store = 1; store <= stores.count(); store++) {
        managers.add(InitialContext.doLookup(NAME + store));
      }
    } catch (NamingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** That of the database with a customer. */
  EntityManager of(int customerId) {
    return managers.get(stores.of(customerId) - 1);
  }
}
