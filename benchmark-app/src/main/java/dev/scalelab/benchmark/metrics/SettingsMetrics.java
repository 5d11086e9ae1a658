package dev.scalelab.benchmark.metrics;

import dev.scalelab.benchmark.settings.ServerSettings;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.EJB;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.inject.Inject;
import java.util.function.ToDoubleFunction;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.infinispan.configuration.cache.Configuration;
import org.infinispan.manager.EmbeddedCacheManager;

/**
 * Exports settings that are in force in this server, as its Java virtual machine and its caches
 * have them: whoever measures the server can compare them with what was requested.
 */
@Singleton
@Startup
public class SettingsMetrics {

  /** Name of the gauges, one for each setting; Prometheus shows it with underscores. */
  public static final String SETTING = "scalelab.setting";

  /** Name of the gauge with the garbage collector in its label, and the value 1. */
  public static final String COLLECTOR = "scalelab.collector";

  private static final String CONTAINERS = "java:jboss/infinispan/container/";
  private static final String DEPLOYMENT = "ROOT.war";
  private static final String PORTAL = "portal";

  /** More servers than any cluster has: the launcher sets it for a cache that all servers hold. */
  private static final int ALL = 1000;

  @Inject private MeterRegistry registry;

  @EJB private Returned returned;

  @PostConstruct
  void register() throws NamingException {
    gauge("heap", self -> JavaMachine.heapBytes());
    gauge("processors", self -> Runtime.getRuntime().availableProcessors());
    gauge("callsByValue", SettingsMetrics::callsByValue);
    registry.gauge(COLLECTOR, Tags.of("collector", JavaMachine.collector()), this, self -> 1);
    if (ServerSettings.keepsStateRemotely()) {
      // The copies are on the Infinispan servers.
      return;
    }
    caches("sessionCopies", "web", DEPLOYMENT);
    caches("beanCopies", "ejb", DEPLOYMENT);
    if (ServerSettings.workload().equals(PORTAL)) {
      caches("portalCopies", PORTAL, "accounts");
    }
  }

  private void caches(String setting, String container, String cache) throws NamingException {
    EmbeddedCacheManager caches = InitialContext.doLookup(CONTAINERS + container);
    gauge(setting, self -> copies(caches, cache));
  }

  /** 1 if a bean that is called by its remote interface gets a copy of an argument. */
  private static double callsByValue(SettingsMetrics self) {
    byte[] argument = {1};
    return self.returned.argument(argument) == argument ? 0 : 1;
  }

  /** Not Gauge.builder: WildFly's registry forwards only this method to the server's registry. */
  private void gauge(String setting, ToDoubleFunction<SettingsMetrics> value) {
    registry.gauge(SETTING, Tags.of("setting", setting), this, value);
  }

  /** Fewest servers with a copy of an entry, of the caches of this name; unknown before a start. */
  private static double copies(EmbeddedCacheManager caches, String name) {
    return caches.getCacheNames().stream()
        .filter(cache -> cache.startsWith(name))
        .map(caches::getCacheConfiguration)
        .mapToDouble(SettingsMetrics::copies)
        .min()
        .orElse(Double.NaN);
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
