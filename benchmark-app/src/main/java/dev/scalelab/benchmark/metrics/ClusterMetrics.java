package dev.scalelab.benchmark.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.inject.Inject;
import org.jgroups.JChannel;

/**
 * Exports the number of servers that this one sees in its cluster, itself included.
 *
 * <p>The metric distinguishes a cluster that has formed from servers that each run alone without an
 * error.
 */
@Singleton
@Startup
public class ClusterMetrics {

  /** Name of the gauge; Prometheus shows it with underscores. */
  public static final String MEMBERS = "scalelab.cluster.members";

  @Resource(lookup = "java:jboss/jgroups/channel/default")
  private JChannel channel;

  @Inject private MeterRegistry registry;

  @PostConstruct
  void register() {
    // Not Gauge.builder: WildFly's registry forwards only this method to the server's registry.
    registry.gauge(MEMBERS, Tags.empty(), channel, ClusterMetrics::members);
  }

  private static double members(JChannel channel) {
    return channel.getView() == null ? 0 : channel.getView().size();
  }
}
