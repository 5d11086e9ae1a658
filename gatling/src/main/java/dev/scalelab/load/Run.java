package dev.scalelab.load;

import dev.scalelab.load.engine.GatlingEngine;
import dev.scalelab.load.host.CpuLimit;
import dev.scalelab.load.host.ProcessCpu;
import dev.scalelab.load.metrics.LoadMetrics;
import dev.scalelab.load.metrics.StreamMetrics;
import dev.scalelab.load.metrics.TimeMetrics;
import dev.scalelab.load.profile.ArrivalSchedule;
import dev.scalelab.load.profile.Schedule;
import dev.scalelab.load.profile.Timeline;
import dev.scalelab.load.profile.TransactionKind;
import dev.scalelab.load.profile.TransactionType;
import dev.scalelab.load.record.Connections;
import dev.scalelab.load.record.GeneratorUse;
import dev.scalelab.load.record.RecordOutput;
import dev.scalelab.load.record.RunClock;
import dev.scalelab.load.record.RunRecorder;
import dev.scalelab.load.record.RunReporter;
import dev.scalelab.load.record.RunStream;
import dev.scalelab.load.record.Unanswered;
import dev.scalelab.load.record.UsersDone;
import dev.scalelab.load.record.WarmUpGate;
import dev.scalelab.load.record.WarmUpWatch;
import dev.scalelab.load.rendezvous.CommonStart;
import dev.scalelab.load.rendezvous.NotTogetherException;
import dev.scalelab.load.scenario.LoadRun;
import dev.scalelab.load.scenario.LoadSimulation;
import dev.scalelab.load.settings.Settings;
import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Assembles the parts of one run and performs it. */
final class Run {
  private final Settings settings;
  private final RecordOutput records;
  private final PrintStream progress;

  Run(Settings settings, RecordOutput records, PrintStream progress) {
    this.settings = settings;
    this.records = records;
    this.progress = progress;
  }

  /**
   * Performs the run and prints its records; on SIGTERM prints the records so far.
   *
   * @throws IOException if the port of the metrics, or of the rendezvous, is unavailable
   * @throws NotTogetherException with the generators missing at the common start
   */
  void perform() throws IOException, InterruptedException, NotTogetherException {
    CommonStart start = CommonStart.of(settings, progress);
    Timeline timeline = settings.timeline();
    Schedule schedule = settings.load().schedule();
    RunClock clock = new RunClock();
    ProcessCpu cpu = new ProcessCpu();
    Connections connections = new Connections();
    PrometheusRegistry registry = new PrometheusRegistry();
    RunRecorder recorder =
        recorder(
            settings.workload().transactions(),
            clock,
            settings.maxInFlight(),
            TimeMetrics.ofUsers(registry, settings.workload().transactions()));
    new LoadMetrics(registry, settings, recorder, clock, timeline, schedule)
        .register(cpu, connections);
    Optional<RunStream> stream =
        settings.load().stream().map(arrivals -> stream(arrivals, clock, registry));
    serveMetrics(registry);

    UsersDone usersDone = new UsersDone(settings);
    WarmUpGate gate = new WarmUpGate(settings.run().warmSeconds());
    GeneratorUse use = new GeneratorUse(cpu, connections);
    if (timeline.measured()) {
      use.measureMachine();
    }
    RunReporter reporter =
        RunReporter.of(
            settings,
            recorder,
            stream,
            clock,
            usersDone,
            gate,
            use,
            new CpuLimit().cores(),
            records,
            progress);
    Runtime.getRuntime().addShutdownHook(new Thread(reporter::interrupt, "interrupted"));
    reporter.start();
    new WarmUpWatch(gate, recorder, clock, settings.load().rampSeconds()).start();
    Unanswered unanswered = new Unanswered(clock);
    new LoadRun(settings, recorder, clock, stream, usersDone, gate, unanswered).install();
    new GatlingEngine(settings, clock, start, connections).run(LoadSimulation.class);
    reporter.finish();
    if (!timeline.measured()) {
      unanswered.awaitEnd(); // the dataset is reset next
    }
  }

  private RunStream stream(ArrivalSchedule arrivals, RunClock clock, PrometheusRegistry registry) {
    TransactionType type = settings.workload().type().streamed().orElseThrow();
    RunRecorder recorder =
        recorder(
            List.of(type),
            clock,
            settings.generators().share().ofLimit(settings.load().maxInFlight()),
            TimeMetrics.ofStream(registry, type));
    RunStream stream =
        new RunStream(
            type, settings.load().streamRate(), arrivals, settings.generators().share(), recorder);
    new StreamMetrics(stream, clock).register(registry);
    return stream;
  }

  private RunRecorder recorder(
      List<? extends TransactionKind> types, RunClock clock, int maxInFlight, TimeMetrics times) {
    return new RunRecorder(
        types,
        settings.timeline(),
        clock,
        maxInFlight,
        TimeUnit.NANOSECONDS.toMicros(settings.longestTransaction().toNanos()),
        times);
  }

  private void serveMetrics(PrometheusRegistry registry) throws IOException {
    HTTPServer server =
        HTTPServer.builder().port(settings.run().metricsPort()).registry(registry).buildAndStart();
    progress.printf("metrics: port %d, path /metrics%n", server.getPort());
  }
}
