package dev.scalelab.load.metrics;

import dev.scalelab.load.host.ProcessCpu;
import dev.scalelab.load.profile.Schedule;
import dev.scalelab.load.profile.Timeline;
import dev.scalelab.load.profile.TransactionKind;
import dev.scalelab.load.record.Connections;
import dev.scalelab.load.record.Counts;
import dev.scalelab.load.record.RunClock;
import dev.scalelab.load.record.RunRecorder;
import dev.scalelab.load.settings.Settings;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;

/** The generator's figures as Prometheus metrics, read from the recorder at each scrape. */
public final class LoadMetrics {
  private static final String PREFIX = "scalelab_load_";

  private final PrometheusRegistry registry;
  private final Settings settings;
  private final RunRecorder recorder;
  private final RunClock clock;
  private final Timeline timeline;
  private final Schedule schedule;

  public LoadMetrics(
      PrometheusRegistry registry,
      Settings settings,
      RunRecorder recorder,
      RunClock clock,
      Timeline timeline,
      Schedule schedule) {
    this.registry = registry;
    this.settings = settings;
    this.recorder = recorder;
    this.clock = clock;
    this.timeline = timeline;
    this.schedule = schedule;
  }

  /** Registers all metrics. */
  public void register(ProcessCpu cpu, Connections connections) {
    Info info =
        Info.builder()
            .name(PREFIX + "info")
            .help("The run performed by this process.")
            .labelNames("run", "mode")
            .register(registry);
    info.setLabelValues(settings.run().name(), settings.run().mode().label());
    registerTransactions();
    registerNames();
    registerSchedule();
    CounterWithCallback.builder()
        .name(PREFIX + "cpu_seconds")
        .help("CPU time used by this process in seconds.")
        .callback(callback -> callback.call(cpu.seconds()))
        .register(registry);
    CounterWithCallback.builder()
        .name(PREFIX + "connections")
        .help("Connections opened to the target, including failed attempts.")
        .callback(callback -> callback.call(connections.opened()))
        .register(registry);
    gauge("open_connections", "Open connections to the target.", connections::open);
  }

  private void registerTransactions() {
    CounterWithCallback.builder()
        .name(PREFIX + "sent")
        .help("Transactions started.")
        .labelNames("transaction")
        .callback(
            callback -> {
              for (TransactionKind type : settings.workload().transactions()) {
                callback.call(recorder.totals().of(type).sent(), type.label());
              }
            })
        .register(registry);
    byOutcome(
        "completed",
        "Transactions finished; shed ones were scheduled but not started.",
        new Outcome("ok", Counts.OfType::ok),
        new Outcome("failed", Counts.OfType::sentAndFailed),
        new Outcome("shed", Counts.OfType::shed));
    byOutcome(
        "requests",
        "HTTP requests that ended, with or without a response.",
        new Outcome("ok", Counts.OfType::okRequests),
        new Outcome("failed", Counts.OfType::failedRequests));
    gauge("in_flight", "Transactions started and not finished.", recorder::inFlight);
  }

  private record Outcome(String label, ToDoubleFunction<Counts.OfType> count) {}

  private void byOutcome(String name, String help, Outcome... outcomes) {
    CounterWithCallback.builder()
        .name(PREFIX + name)
        .help(help)
        .labelNames("transaction", "outcome")
        .callback(
            callback -> {
              for (TransactionKind type : settings.workload().transactions()) {
                Counts.OfType counts = recorder.totals().of(type);
                for (Outcome outcome : outcomes) {
                  double count = outcome.count().applyAsDouble(counts);
                  callback.call(count, type.label(), outcome.label());
                }
              }
            })
        .register(registry);
  }

  private void registerNames() {
    CounterWithCallback.builder()
        .name(PREFIX + "errors")
        .help("Failed transactions by reason.")
        .labelNames("reason")
        .callback(
            callback ->
                recorder
                    .errors()
                    .largestFirst()
                    .forEach(error -> callback.call(error.getValue(), error.getKey())))
        .register(registry);
    CounterWithCallback.builder()
        .name(PREFIX + "pod_responses")
        .help("Responses by the server in the header X-ScaleLab-Pod.")
        .labelNames("server")
        .callback(
            callback ->
                recorder
                    .servers()
                    .largestFirst()
                    .forEach(server -> callback.call(server.getValue(), server.getKey())))
        .register(registry);
  }

  private void registerSchedule() {
    CounterWithCallback.builder()
        .name(PREFIX + "scheduled")
        .help(
            "Transactions of this process scheduled until now in the ideal schedule; in a closed"
                + " model, those started.")
        .callback(callback -> callback.call(due()))
        .register(registry);
    if (settings.load().isClosed()) {
      gauge("target_users", "Current target number of users of all load generators.", this::target);
    } else {
      gauge(
          "target_rate_per_second",
          "Current target arrival rate of all load generators, in transactions per second.",
          this::target);
    }
    gauge(
        "step",
        "Current step, from 1; 0 outside the steps.",
        () -> clock.isStarted() ? timeline.stepAt(clock.elapsedNanos()) + 1 : 0);
    gauge(
        "measuring",
        "1 inside a measured window, 0 otherwise.",
        () -> clock.isStarted() && recorder.isMeasured(clock.elapsedNanos()) ? 1 : 0);
  }

  private double target() {
    return clock.isStarted() ? schedule.target(elapsedMillis()) : 0;
  }

  private double due() {
    OptionalLong due = schedule.dueBefore(elapsedMillis());
    return due.isPresent()
        ? settings.generators().share().countOf(due.getAsLong())
        : recorder.totals().due();
  }

  private long elapsedMillis() {
    return clock.isStarted() ? TimeUnit.NANOSECONDS.toMillis(clock.elapsedNanos()) : 0;
  }

  private void gauge(String name, String help, DoubleSupplier value) {
    GaugeWithCallback.builder()
        .name(PREFIX + name)
        .help(help)
        .callback(callback -> callback.call(value.getAsDouble()))
        .register(registry);
  }
}
