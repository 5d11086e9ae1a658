package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.OperatorConfiguration;
import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.loadrun.LoadRuns;
import dev.scalelab.operator.measurement.EvidenceCollector;
import dev.scalelab.operator.measurement.PrometheusInMemory;
import dev.scalelab.operator.platform.Applier;
import dev.scalelab.operator.platform.SlowReads;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.platform.WarningReader;
import dev.scalelab.operator.platform.WatchedObjects;
import dev.scalelab.operator.report.ResultGauges;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.GivenSettings;
import dev.scalelab.operator.testbed.ClusterWatch;
import dev.scalelab.operator.testbed.ComponentPods;
import dev.scalelab.operator.testbed.Components;
import dev.scalelab.operator.testbed.Testbed;
import dev.scalelab.operator.testbed.Topology;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import io.javaoperatorsdk.operator.OperatorException;
import io.javaoperatorsdk.operator.api.reconciler.ErrorStatusUpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.ToDoubleBiFunction;

/**
 * The whole operator for a simulation, made of its real classes as CDI makes it, but with another
 * clock, and with timers and readers that have no threads. What the SDK does around a
 * reconciliation is done here.
 */
public final class SimulatedOperator {
  private static final PlayedEndpoints FIGURES = new PlayedEndpoints();

  private final KubernetesClient client;
  private final ExperimentReconciler reconciler;
  private final Wakeups wakeups;
  private final ClusterWatch cluster;
  private final ResultWatch results;
  private final SettledBefore settledBefore;

  /** What of an operator is not its own: its process and its machine. */
  public record Machine(Clock clock, Timing timing, Executor readers) {}

  /** What to do after a reconciliation. */
  public record Outcome(ScalabilityExperiment stored, Duration again) {}

  /**
   * @param unreachable whether Prometheus cannot be reached now
   * @param cold for how many seconds the servers of a trial have been cold under load until a time
   * @param shareNodes whether experiments do not wait for each other
   */
  public SimulatedOperator(
      KubernetesClient client,
      Machine machine,
      List<String> namespaces,
      BooleanSupplier unreachable,
      ToDoubleBiFunction<String, Double> cold,
      boolean shareNodes) {
    FIGURES.cold(cold);
    this.client = client;
    Clock clock = machine.clock();
    Timing timing = machine.timing();
    GivenSettings settings = new GivenSettings(shareNodes, false);
    WatchedObjects objects = new WatchedObjects(client, timing);
    WarningReader warnings = new WarningReader(client);
    cluster = new ClusterWatch(client, timing);
    ComponentPods pods = new ComponentPods(client, warnings, objects);
    LoadRuns loadRuns =
        new LoadRuns(
            client,
            new Applier(client),
            warnings,
            Experiments.images(),
            Experiments.settings(),
            clock,
            objects);
    EvidenceCollector evidence =
        new EvidenceCollector(
            new PrometheusInMemory((expression, at) -> figures(unreachable, expression, at)));
    Wakeups[] waker = new Wakeups[1];
    SlowReads reads =
        new SlowReads(machine.readers(), (namespace, name) -> waker[0].wake(namespace, name));
    Topology topology =
        new Topology(
            OperatorConfiguration.components(
                new Components(client, pods, Experiments.images(), Experiments.settings(), cluster),
                loadRuns,
                evidence,
                reads,
                clock));
    Testbed testbed =
        new Testbed(
            client, topology, pods, Experiments.images(), settings, cluster, objects, timing);
    Neighbours neighbours = new Neighbours(PodSettings.NONE, topology, timing);
    wakeups = new Wakeups(neighbours, testbed, cluster, objects, namespaces, timing);
    waker[0] = wakeups;
    WiredReconciler wired =
        WiredReconciler.of(
            new WiredReconciler.Around(
                client,
                clock,
                timing,
                topology,
                testbed,
                loadRuns,
                evidence,
                reads,
                cluster,
                neighbours,
                wakeups,
                namespaces,
                settings));
    reconciler = wired.reconciler();
    results =
        new ResultWatch(
            client,
            new ResultGauges(new SimpleMeterRegistry()),
            wired.trials(),
            namespaces,
            neighbours,
            wired.settled(),
            reads,
            timing);
    settledBefore = new SettledBefore(client, testbed, wired.settled(), namespaces);
  }

  private static String figures(BooleanSupplier unreachable, String expression, Instant at) {
    if (unreachable.getAsBoolean()) {
      return null;
    }
    return FIGURES.query(
        expression,
        at == null ? null : String.format(Locale.ROOT, "%.3f", at.toEpochMilli() / 1000.0));
  }

  /**
   * Does what the operator does when it starts, in the order of its observers.
   *
   * @param wake is called for an experiment that has to be reconciled
   */
  public void start(Consumer<ResourceID> wake) {
    wakeups.source().setEventHandler(event -> wake.accept(event.getRelatedCustomResourceID()));
    wakeups.source().start();
    settledBefore.start(null);
    cluster.start(null);
    results.start(null);
    wakeups.start(null);
  }

  /** Ends its watches, so that nothing refers to it any more. */
  public void stop() {
    wakeups.stop(null);
    results.stop(null);
    cluster.stop(null);
    FIGURES.cold(null);
  }

  /** One reconciliation, as the SDK does it. */
  public Outcome reconcile(ScalabilityExperiment experiment, Consumer<Exception> failures) {
    try {
      UpdateControl<ScalabilityExperiment> control = reconciler.reconcile(experiment, null);
      ScalabilityExperiment stored =
          control
              .getResource()
              .filter(changed -> control.isPatchStatus())
              .map(this::patchStatus)
              .orElse(null);
      return new Outcome(stored, delay(control.getScheduleDelay()));
    } catch (RuntimeException e) {
      failures.accept(e);
      return failed(experiment, e);
    }
  }

  private Outcome failed(ScalabilityExperiment experiment, RuntimeException e) {
    ErrorStatusUpdateControl<ScalabilityExperiment> control =
        reconciler.updateErrorStatus(experiment, null, new OperatorException(e));
    ScalabilityExperiment stored = null;
    try {
      stored = control.getResource().map(this::patchStatus).orElse(null);
    } catch (RuntimeException again) {
      // The SDK logs it, and goes on.
    }
    return new Outcome(stored, delay(control.getScheduleDelay()));
  }

  private static Duration delay(Optional<Long> millis) {
    return millis.map(Duration::ofMillis).orElse(null);
  }

  private ScalabilityExperiment patchStatus(ScalabilityExperiment changed) {
    return client.resource(changed).subresource("status").patch(Starts.APPLY);
  }

  /** Selects the experiments that the SDK watches. */
  public static String selector() {
    return Settled.OTHERS;
  }

  /** Drops what the SDK's cache does not keep. */
  public static ItemStore<ScalabilityExperiment> cache() {
    return new ReducedExperiments();
  }
}
