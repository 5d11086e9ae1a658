package dev.scalelab.benchmark.cells.infrastructure;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.inject.Inject;

/** Exports how much the bean threads are used, where beans have threads of their own. */
@Singleton
@Startup
public class BeanThreadMetrics {

  /** Name of the gauge with the time for which the threads were in use; it never decreases. */
  public static final String BUSY = "scalelab.bean.threads.busy.seconds";

  /** Name of the gauge with the time for which calls waited for one; it never decreases. */
  public static final String WAITED = "scalelab.bean.threads.waited.seconds";

  @Inject private MeterRegistry registry;

  @Inject private LimitedBeanThreads threads;

  @PostConstruct
  void register() {
    if (threads.areLimited()) {
      // Not Gauge.builder: WildFly's registry forwards only this method to the server's registry.
      registry.gauge(BUSY, Tags.empty(), threads, LimitedBeanThreads::busySeconds);
      registry.gauge(WAITED, Tags.empty(), threads, LimitedBeanThreads::waitedSeconds);
    }
  }
}
