package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.health.CrdDifferences;
import dev.scalelab.operator.health.RunningReconciliations;
import dev.scalelab.operator.loadrun.LoadRuns;
import dev.scalelab.operator.measurement.EvidenceCollector;
import dev.scalelab.operator.platform.Applier;
import dev.scalelab.operator.platform.SlowReads;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.report.EventRecorder;
import dev.scalelab.operator.support.GivenSettings;
import dev.scalelab.operator.testbed.ClusterWatch;
import dev.scalelab.operator.testbed.Testbed;
import dev.scalelab.operator.testbed.Topology;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.util.List;

/** The classes of the reconciler, made of those that act on a cluster, as CDI makes them. */
record WiredReconciler(
    TrialStore trials,
    RunCollector collector,
    Actions actions,
    Settled settled,
    ExperimentReconciler reconciler) {

  /** What acts on a cluster, and what is known of it. */
  record Around(
      KubernetesClient client,
      Clock clock,
      Timing timing,
      Topology topology,
      Testbed testbed,
      LoadRuns loadRuns,
      EvidenceCollector evidence,
      SlowReads reads,
      ClusterWatch cluster,
      Neighbours neighbours,
      Wakeups wakeups,
      List<String> namespaces,
      GivenSettings settings) {}

  static WiredReconciler of(Around around) {
    KubernetesClient client = around.client();
    Clock clock = around.clock();
    TrialStore trials = new TrialStore(client);
    EventRecorder events = new EventRecorder(client, clock);
    RunCollector collector =
        new RunCollector(
            new HistogramMaps(client),
            around.loadRuns(),
            around.evidence(),
            around.topology(),
            trials,
            events,
            around.reads(),
            clock);
    Starts starts = new Starts(client, clock);
    Settled settled = new Settled(client);
    Actions actions =
        new Actions(
            around.topology(),
            new Applier(client),
            around.testbed(),
            around.loadRuns(),
            collector,
            new RunActions(around.testbed(), around.loadRuns(), collector, trials, events, clock),
            trials,
            events,
            starts,
            clock);
    ExperimentReconciler reconciler =
        new ExperimentReconciler(
            observer(around, trials, collector),
            actions,
            trials,
            events,
            new RunningReconciliations(clock),
            new CrdDifferences(),
            new Plans(PodSettings.NONE, around.topology(), around.cluster()),
            around.neighbours(),
            around.wakeups(),
            settled,
            starts,
            new IdleHeap(around.neighbours(), around.timing(), () -> {}),
            clock);
    return new WiredReconciler(trials, collector, actions, settled, reconciler);
  }

  private static Observer observer(Around around, TrialStore trials, RunCollector collector) {
    return new Observer(
        around.topology(),
        around.testbed(),
        around.loadRuns(),
        trials,
        new ResolvedSystems(around.client()),
        new StartGate(
            around.client(),
            around.testbed(),
            around.topology(),
            around.namespaces(),
            around.settings(),
            around.neighbours(),
            around.timing()),
        collector);
  }
}
