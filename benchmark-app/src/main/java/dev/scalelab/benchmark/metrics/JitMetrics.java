package dev.scalelab.benchmark.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.inject.Inject;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;

/**
 * Exports how long the JIT compiler has been busy: a server is warm when it has almost nothing left
 * to compile.
 */
@Singleton
@Startup
public class JitMetrics {

  /** Name of the gauge; Prometheus shows it with underscores. It never decreases. */
  public static final String SECONDS = "scalelab.jit.seconds";

  private static final double MILLIS_PER_SECOND = 1000;

  @Inject private MeterRegistry registry;

  /** A Java virtual machine without a compiler does not have the metric. */
  @PostConstruct
  void register() {
    CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    if (compiler != null && compiler.isCompilationTimeMonitoringSupported()) {
      // Not Gauge.builder: WildFly's registry forwards only this method to the server's registry.
      registry.gauge(SECONDS, Tags.empty(), compiler, JitMetrics::seconds);
    }
  }

  private static double seconds(CompilationMXBean compiler) {
    return compiler.getTotalCompilationTime() / MILLIS_PER_SECOND;
  }
}
