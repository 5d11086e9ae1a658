package dev.scalelab.operator.support;

import dev.scalelab.operator.OperatorConfiguration;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.loadrun.LoadRuns;
import dev.scalelab.operator.measurement.EvidenceCollector;
import dev.scalelab.operator.platform.Applier;
import dev.scalelab.operator.platform.ExperimentSettings;
import dev.scalelab.operator.platform.SlowReads;
import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.platform.Timing;
import dev.scalelab.operator.platform.WarningReader;
import dev.scalelab.operator.platform.WatchedObjects;
import dev.scalelab.operator.testbed.ClusterWatch;
import dev.scalelab.operator.testbed.Component;
import dev.scalelab.operator.testbed.ComponentPods;
import dev.scalelab.operator.testbed.Components;
import dev.scalelab.operator.testbed.PodGroup;
import dev.scalelab.operator.testbed.Testbed;
import dev.scalelab.operator.testbed.Topology;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The operator's parts that act on a cluster, with the images and settings of the tests. */
public final class Parts {
  private Parts() {}

  /** The components, for what they know without a cluster. */
  public static final List<Component> COMPONENTS =
      OperatorConfiguration.components(
          new Components(null, null, Experiments.images(), Experiments.settings(), null),
          null,
          null,
          null,
          null);

  public static final Topology TOPOLOGY = new Topology(COMPONENTS);

  /** Every tier of pods that components can make. */
  public static Set<Tier> tiers() {
    return podGroups().map(PodGroup::tier).collect(Collectors.toSet());
  }

  /** Those of which a step needs the CPU. */
  public static Set<Tier> measuredTiers() {
    return podGroups().filter(PodGroup::measured).map(PodGroup::tier).collect(Collectors.toSet());
  }

  /** Every group of pods that components can make. */
  public static Stream<PodGroup> podGroups() {
    ScalabilityExperiment withEach =
        Experiments.with(Experiments.ecperf("default"), "system: {state: {store: Remote}}");
    return TOPOLOGY.podGroups(Experiments.two(withEach)).stream();
  }

  /** The components that act on a cluster, after a test's own. */
  public static Topology topology(
      KubernetesClient client,
      ClusterWatch cluster,
      EvidenceCollector evidence,
      Clock clock,
      WatchedObjects objects,
      List<Component> own) {
    var components =
        new Components(
            client, pods(client, objects), Experiments.images(), Experiments.settings(), cluster);
    List<Component> all = new ArrayList<>(own);
    all.addAll(
        OperatorConfiguration.components(
            components,
            loadRuns(client, clock, objects),
            evidence,
            new SlowReads(Runnable::run, (namespace, experiment) -> {}),
            clock));
    return new Topology(all);
  }

  /** What reads pods, and objects as these watches have seen them. */
  public static ComponentPods pods(KubernetesClient client, WatchedObjects objects) {
    return new ComponentPods(client, new WarningReader(client), objects);
  }

  public static Testbed testbed(KubernetesClient client) {
    return testbed(client, new GivenSettings(true, false));
  }

  /** As above, with other settings of all experiments. */
  public static Testbed testbed(KubernetesClient client, ExperimentSettings experiments) {
    ClusterWatch cluster = new ClusterWatch(client, Timing.ofMachine());
    WatchedObjects objects = new WatchedObjects(client, Timing.ofMachine());
    return testbed(
        client,
        experiments,
        cluster,
        topology(client, cluster, null, Clock.systemUTC(), objects, List.of()),
        objects);
  }

  /** As above, with watches that the test starts, and these components. */
  public static Testbed testbed(
      KubernetesClient client,
      ExperimentSettings experiments,
      ClusterWatch cluster,
      Topology topology,
      WatchedObjects objects) {
    return new Testbed(
        client,
        topology,
        pods(client, objects),
        Experiments.images(),
        experiments,
        cluster,
        objects,
        Timing.ofMachine());
  }

  public static LoadRuns loadRuns(KubernetesClient client) {
    return loadRuns(client, Clock.systemUTC());
  }

  /** As above, with the operator's clock. */
  public static LoadRuns loadRuns(KubernetesClient client, Clock clock) {
    return loadRuns(client, clock, new WatchedObjects(client, Timing.ofMachine()));
  }

  /** As above, with a watch of objects that the test starts. */
  public static LoadRuns loadRuns(KubernetesClient client, Clock clock, WatchedObjects objects) {
    return new LoadRuns(
        client,
        new Applier(client),
        new WarningReader(client),
        Experiments.images(),
        Experiments.settings(),
        clock,
        objects);
  }
}
