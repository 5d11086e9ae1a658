package dev.scalelab.benchmark.metrics;

import dev.scalelab.benchmark.settings.ServerSettings;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.inject.Inject;

/**
 * Exports what a forced collection leaves in the old generation: if that rises under a constant
 * load, something leaks. Each scrape collects the whole heap, so there is no such metric unless it
 * was requested.
 */
@Singleton
@Startup
public class HeapMetrics {

  /** Name of the gauge; Prometheus shows it with underscores. */
  public static final String OLD_GENERATION = "scalelab.old.generation.bytes";

  @Inject private MeterRegistry registry;

  @PostConstruct
  void register() {
    if (ServerSettings.screensHeap()) {
      // Not Gauge.builder: WildFly's registry forwards only this method to the server's registry.
      registry.gauge(OLD_GENERATION, Tags.empty(), this, self -> JavaMachine.collectedBytes());
    }
  }
}
