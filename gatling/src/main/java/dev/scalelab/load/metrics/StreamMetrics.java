package dev.scalelab.load.metrics;

import dev.scalelab.load.record.Counts;
import dev.scalelab.load.record.RunClock;
import dev.scalelab.load.record.RunStream;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** The figures of a run's stream as Prometheus metrics, separate from those of its users. */
public final class StreamMetrics {
  static final String PREFIX = "scalelab_load_stream_";

  private final RunStream stream;
  private final RunClock clock;

  public StreamMetrics(RunStream stream, RunClock clock) {
    this.stream = stream;
    this.clock = clock;
  }

  /** Registers all metrics. */
  public void register(PrometheusRegistry registry) {
    CounterWithCallback.builder()
        .name(PREFIX + "scheduled")
        .help("Transactions of the stream scheduled until now in this process.")
        .callback(callback -> callback.call(clock.isStarted() ? due() : 0))
        .register(registry);
    CounterWithCallback.builder()
        .name(PREFIX + "sent")
        .help("Transactions of the stream started.")
        .callback(callback -> callback.call(counts().sent()))
        .register(registry);
    CounterWithCallback.builder()
        .name(PREFIX + "completed")
        .help("Transactions of the stream finished; shed ones were scheduled but not started.")
        .labelNames("outcome")
        .callback(
            callback -> {
              Counts.OfType counts = counts();
              callback.call(counts.ok(), "ok");
              callback.call(counts.sentAndFailed(), "failed");
              callback.call(counts.shed(), "shed");
            })
        .register(registry);
  }

  private double due() {
    return stream.due(0, clock.elapsedNanos());
  }

  private Counts.OfType counts() {
    return stream.recorder().totals().of(stream.type());
  }
}
