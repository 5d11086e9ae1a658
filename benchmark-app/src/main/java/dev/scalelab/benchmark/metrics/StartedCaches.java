package dev.scalelab.benchmark.metrics;

import java.util.List;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.infinispan.Cache;
import org.infinispan.configuration.cache.Configuration;
import org.infinispan.manager.EmbeddedCacheManager;
import org.jboss.as.server.CurrentServiceContainer;
import org.jboss.msc.service.ServiceController;
import org.jboss.msc.service.ServiceName;

/**
 * The caches that this server has started. A look at a container that nothing has required would
 * start it, and the cluster with it, so the server's own list of services is asked first.
 */
final class StartedCaches {
  private static final ServiceName CONTAINERS =
      ServiceName.parse("org.wildfly.clustering.infinispan.cache-container");

  private static final String BY_NAME = "java:jboss/infinispan/container/";

  /** More servers than any cluster has: the launcher sets it for a cache that all servers hold. */
  private static final int ALL = 1000;

  private StartedCaches() {}

  /**
   * Fewest servers with a copy of an entry, of the caches whose names begin so; 0 if there is no
   * such cache, and what would be in it is in the memory of this server alone.
   */
  static double copies(String container, String name) {
    if (!isStarted(container)) {
      return 0;
    }
    EmbeddedCacheManager caches = caches(container);
    return caches.getCacheNames().stream()
        .filter(cache -> cache.startsWith(name) && caches.isRunning(cache))
        .map(caches::getCacheConfiguration)
        .mapToDouble(StartedCaches::copies)
        .min()
        .orElse(0);
  }

  /** The running caches of a container; none if nothing has required it. */
  static List<Cache<?, ?>> running(String container) {
    if (!isStarted(container)) {
      return List.of();
    }
    EmbeddedCacheManager caches = caches(container);
    return caches.getCacheNames().stream()
        .filter(caches::isRunning)
        .<Cache<?, ?>>map(caches::getCache)
        .toList();
  }

  private static boolean isStarted(String container) {
    ServiceController<?> service =
        CurrentServiceContainer.getServiceContainer().getService(CONTAINERS.append(container));
    return service != null && service.getState() == ServiceController.State.UP;
  }

  private static EmbeddedCacheManager caches(String container) {
    try {
      return InitialContext.doLookup(BY_NAME + container);
    } catch (NamingException e) {
      throw new IllegalStateException("the server has started " + container + ", but " + e, e);
    }
  }

  private static double copies(Configuration cache) {
    if (cache.clustering().cacheMode().isReplicated()) {
      return ALL;
    }
    return cache.clustering().cacheMode().isDistributed()
        ? cache.clustering().hash().numOwners()
        : 1;
  }
}
