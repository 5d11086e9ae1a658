package dev.scalelab.load.metrics;

import dev.scalelab.load.profile.TransactionKind;
import dev.scalelab.load.record.RunObserver;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Response times and lateness as Prometheus histograms, for live dashboards. */
public final class TimeMetrics implements RunObserver {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double[] RESPONSE_SECONDS = {
    0.001, 0.002, 0.005, 0.01, 0.015, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.5, 0.75, 1,
    1.5, 2, 3, 5, 7.5, 10, 20, 60
  };
  private static final double[] LATENESS_SECONDS = {
    0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5
  };

  private final Map<TransactionKind, DistributionDataPoint> responses = new HashMap<>();
  private final Histogram lateness;

  /** Times of the users' transactions. */
  public static TimeMetrics ofUsers(
      PrometheusRegistry registry, Collection<? extends TransactionKind> types) {
    return new TimeMetrics(registry, types, "scalelab_load_");
  }

  /** Times of the stream's transactions. */
  public static TimeMetrics ofStream(PrometheusRegistry registry, TransactionKind type) {
    return new TimeMetrics(registry, List.of(type), StreamMetrics.PREFIX);
  }

  private TimeMetrics(
      PrometheusRegistry registry, Collection<? extends TransactionKind> types, String prefix) {
    Histogram response =
        Histogram.builder()
            .name(prefix + "response_time_seconds")
            .help(
                "Time of successful transactions, from their scheduled start to their last"
                    + " response, without pauses.")
            .labelNames("transaction")
            .classicOnly()
            .withoutExemplars()
            .classicUpperBounds(RESPONSE_SECONDS)
            .register(registry);
    for (TransactionKind type : types) {
      responses.put(type, response.labelValues(type.label()));
    }
    lateness =
        Histogram.builder()
            .name(prefix + "lateness_seconds")
            .help("Delay of transactions' starts after their scheduled time.")
            .classicOnly()
            .withoutExemplars()
            .classicUpperBounds(LATENESS_SECONDS)
            .register(registry);
  }

  @Override
  public void started(long latenessNanos) {
    lateness.observe(latenessNanos / NANOS_PER_SECOND);
  }

  @Override
  public void answered(TransactionKind type, long responseNanos) {
    responses.get(type).observe(responseNanos / NANOS_PER_SECOND);
  }
}
