package dev.scalelab.benchmark.metrics;

import dev.scalelab.benchmark.settings.ServerSettings;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.inject.Inject;
import java.util.List;

/**
 * Exports for how long this server has taken part in state transfers of sessions and beans. WildFly
 * has no metric of it, and samples of whether one is in progress would miss most.
 */
@Singleton
@Startup
public class TransferMetrics {

  /** Name of the gauge; Prometheus shows it with underscores. It never decreases. */
  public static final String SECONDS = "scalelab.state.transfer.seconds";

  private static final List<String> CONTAINERS = List.of("web", "ejb");

  private final StateTransfers transfers = new StateTransfers(System::nanoTime);

  @Inject private MeterRegistry registry;

  @PostConstruct
  void register() {
    if (!ServerSettings.keepsStateRemotely()) {
      // Not Gauge.builder: WildFly's registry forwards only this method to the server's registry.
      registry.gauge(SECONDS, Tags.empty(), this, TransferMetrics::seconds);
    }
  }

  /** Caches start when they are first required, so each scrape looks for new ones. */
  private static double seconds(TransferMetrics self) {
    CONTAINERS.forEach(
        container -> StartedCaches.running(container).forEach(self.transfers::follow));
    return self.transfers.seconds();
  }
}
