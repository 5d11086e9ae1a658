package dev.scalelab.benchmark.portal.infrastructure;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.inject.Inject;
import java.util.function.ToDoubleFunction;

/** Exports how many orders of the portal this server has executed, and how long they took. */
@Singleton
@Startup
public class OrderMetrics {

  /** Name of the gauges, one for each figure; neither ever decreases. */
  public static final String ORDERS = "scalelab.orders";

  @Inject private MeterRegistry registry;

  @Inject private OrderTimes times;

  @PostConstruct
  void register() {
    gauge("executed", OrderTimes::executed);
    gauge("millis", OrderTimes::millis);
  }

  /** Not Gauge.builder: WildFly's registry forwards only this method to the server's registry. */
  private void gauge(String figure, ToDoubleFunction<OrderTimes> value) {
    registry.gauge(ORDERS, Tags.of("figure", figure), times, value);
  }
}
