package dev.scalelab.benchmark.metrics;

import dev.scalelab.benchmark.database.DatabaseReplaced;
import dev.scalelab.benchmark.settings.ServerSettings;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.infinispan.Cache;
import org.infinispan.context.Flag;
import org.infinispan.stats.Stats;

/**
 * Exports how much the cache of entities is used, and empties it when a database is replaced: its
 * entities would be those of the database before.
 */
@Singleton
@Startup
public class EntityMetrics {

  /** Name of the gauges, one for each figure; the counts never decrease. */
  public static final String ENTITIES = "scalelab.entities";

  private static final String CONTAINER = "hibernate";

  @Inject private MeterRegistry registry;

  @PostConstruct
  void register() {
    if (ServerSettings.cachesEntities()) {
      gauge("hits", self -> total(Stats::getHits));
      gauge("misses", self -> total(Stats::getMisses));
      gauge("entries", self -> total(Stats::getApproximateEntriesInMemory));
    }
  }

  /** Not Gauge.builder: WildFly's registry forwards only this method to the server's registry. */
  private void gauge(String figure, ToDoubleFunction<EntityMetrics> value) {
    registry.gauge(ENTITIES, Tags.of("figure", figure), this, value);
  }

  private static double total(ToDoubleFunction<Stats> figure) {
    return ofEntities().stream()
        .mapToDouble(cache -> figure.applyAsDouble(cache.getAdvancedCache().getStats()))
        .sum();
  }

  /** Of this server only: each notices the replacement itself. */
  public void empty(@Observes DatabaseReplaced event) {
    ofEntities()
        .forEach(cache -> cache.getAdvancedCache().withFlags(Flag.CACHE_MODE_LOCAL).clear());
  }

  private static List<Cache<?, ?>> ofEntities() {
    return StartedCaches.running(CONTAINER).stream()
        .filter(cache -> cache.getCacheConfiguration().clustering().cacheMode().isInvalidation())
        .toList();
  }
}
