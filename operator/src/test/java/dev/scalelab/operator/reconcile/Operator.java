package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.loadrun.LoadRuns;
import dev.scalelab.operator.measurement.EvidenceCollector;
import dev.scalelab.operator.measurement.PrometheusClient;
import dev.scalelab.operator.platform.SlowReads;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.platform.WatchedObjects;
import dev.scalelab.operator.report.ResultGauges;
import dev.scalelab.operator.support.GivenSettings;
import dev.scalelab.operator.support.Parts;
import dev.scalelab.operator.testbed.ClusterWatch;
import dev.scalelab.operator.testbed.Component;
import dev.scalelab.operator.testbed.ComponentPods;
import dev.scalelab.operator.testbed.Testbed;
import dev.scalelab.operator.testbed.Topology;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.OperatorException;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Function;

/** An operator with its state in memory: a new instance has no state of an old one. */
final class Operator {
  private final KubernetesClient client;
  private final WiredReconciler wired;
  private final Wakeups wakeups;
  private final WatchedObjects objects;
  private final SlowReads reads;
  private final Topology topology;
  private final Testbed testbed;

  /** Reads logs and Prometheus: at once, unless a test says otherwise. */
  private volatile Executor readers = Runnable::run;

  Operator(KubernetesClient client, String prometheus) {
    this(client, prometheus, Clock.systemUTC());
  }

  Operator(KubernetesClient client, String prometheus, Clock clock) {
    this(client, prometheus, clock, pods -> List.of());
  }

  /** With a test's own components before the operator's. */
  Operator(
      KubernetesClient client,
      String prometheus,
      Clock clock,
      Function<ComponentPods, List<Component>> own) {
    this(
        client,
        prometheus,
        clock,
        List.of(),
        new GivenSettings(true, false),
        new ClusterWatch(client, Timing.ofMachine()),
        Operator::neighbours,
        own);
  }

  /** An operator whose experiments wait for others in these namespaces. */
  static Operator queueing(
      KubernetesClient client, String prometheus, List<String> namespaces, boolean nodesOnDemand) {
    GivenSettings settings = new GivenSettings(false, nodesOnDemand);
    return new Operator(
        client,
        prometheus,
        Clock.systemUTC(),
        namespaces,
        settings,
        new ClusterWatch(client, Timing.ofMachine()),
        Operator::neighbours,
        pods -> List.of());
  }

  /** As above, and it knows the nodes and the other experiments by these watches. */
  static Operator watching(
      KubernetesClient client,
      String prometheus,
      String namespace,
      ClusterWatch cluster,
      Neighbours neighbours) {
    GivenSettings settings = new GivenSettings(false, false);
    return new Operator(
        client,
        prometheus,
        Clock.systemUTC(),
        List.of(namespace),
        settings,
        cluster,
        topology -> neighbours,
        pods -> List.of());
  }

  private static Neighbours neighbours(Topology topology) {
    return new Neighbours(PodSettings.NONE, topology, Timing.ofMachine());
  }

  /** From here on logs and Prometheus are read by other threads than the one that reconciles. */
  void readBy(Executor others) {
    readers = others;
  }

  /** The objects of testbeds, of which a test may start the watch. */
  WatchedObjects objects() {
    return objects;
  }

  /** What wakes its experiments. */
  Wakeups wakeups() {
    return wakeups;
  }

  private Operator(
      KubernetesClient client,
      String prometheus,
      Clock clock,
      List<String> namespaces,
      GivenSettings settings,
      ClusterWatch cluster,
      Function<Topology, Neighbours> others,
      Function<ComponentPods, List<Component>> own) {
    this.client = client;
    objects = new WatchedObjects(client, Timing.ofMachine());
    LoadRuns loadRuns = Parts.loadRuns(client, Clock.systemUTC(), objects);
    EvidenceCollector evidence =
        new EvidenceCollector(new PrometheusClient(prometheus, Duration.ofSeconds(10)));
    List<Component> first = own.apply(Parts.pods(client, objects));
    topology = Parts.topology(client, cluster, evidence, clock, objects, first);
    Neighbours neighbours = others.apply(topology);
    testbed = Parts.testbed(client, settings, cluster, topology, objects);
    wakeups = new Wakeups(neighbours, testbed, cluster, objects, namespaces, Timing.ofMachine());
    reads = new SlowReads(read -> readers.execute(read), wakeups::wake);
    wired =
        WiredReconciler.of(
            new WiredReconciler.Around(
                client,
                clock,
                Timing.ofMachine(),
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
  }

  /** The testbeds of its experiments. */
  Testbed testbed() {
    return testbed;
  }

  /** Its store of results. */
  TrialStore trials() {
    return wired.trials();
  }

  /** Watches the results in a namespace, as the operator does from its start. */
  ResultWatch watch(KubernetesClient api, String namespace) {
    ResultWatch watch =
        new ResultWatch(
            api,
            new ResultGauges(new SimpleMeterRegistry()),
            wired.trials(),
            List.of(namespace),
            neighbours(topology),
            new Settled(api),
            reads,
            Timing.ofMachine());
    watch.start(null);
    return watch;
  }

  /** What it collects of runs. */
  RunCollector collector() {
    return wired.collector();
  }

  /** Its actions, for tests without complete reconciliations. */
  Actions actions() {
    return wired.actions();
  }

  /**
   * Handles a failed reconciliation, wrapped by the metrics, and writes the status like the SDK.
   */
  void failedPass(ScalabilityExperiment experiment, Exception e) {
    wired
        .reconciler()
        .updateErrorStatus(experiment, null, new OperatorException(e))
        .getResource()
        .ifPresent(changed -> client.resource(changed).subresource("status").patch(Starts.APPLY));
  }

  /**
   * One reconciliation, with its status written like the SDK; false if no further one is requested.
   */
  boolean pass(ScalabilityExperiment experiment) {
    UpdateControl<ScalabilityExperiment> control = wired.reconciler().reconcile(experiment, null);
    write(control);
    return control.isPatchStatus() || control.getScheduleDelay().isPresent();
  }

  /** One reconciliation as above; how long after it the next one is requested. */
  Duration passUntilNext(ScalabilityExperiment experiment) {
    UpdateControl<ScalabilityExperiment> control = wired.reconciler().reconcile(experiment, null);
    write(control);
    return Duration.ofMillis(control.isPatchStatus() ? 0 : control.getScheduleDelay().orElse(0L));
  }

  /** One reconciliation without writing the status, which the result does when it is run. */
  Runnable passBeforeStatus(ScalabilityExperiment experiment) {
    UpdateControl<ScalabilityExperiment> control = wired.reconciler().reconcile(experiment, null);
    return () -> write(control);
  }

  private void write(UpdateControl<ScalabilityExperiment> control) {
    control
        .getResource()
        .filter(changed -> control.isPatchStatus())
        .ifPresent(changed -> client.resource(changed).subresource("status").patch(Starts.APPLY));
  }
}
