package dev.scalelab.operator.support;

import dev.scalelab.operator.loadrun.LoadRuns;
import dev.scalelab.operator.platform.Applier;
import dev.scalelab.operator.platform.Events;
import dev.scalelab.operator.platform.ExperimentSettings;
import dev.scalelab.operator.testbed.ClusterWatch;
import dev.scalelab.operator.testbed.Testbed;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;

/** The operator's parts that act on a cluster, with the images and settings of the tests. */
public final class Parts {
  private Parts() {}

  public static Testbed testbed(KubernetesClient client) {
    return testbed(client, new GivenSettings(true, false));
  }

  /** As above, with other settings of all experiments. */
  public static Testbed testbed(KubernetesClient client, ExperimentSettings experiments) {
    return testbed(client, experiments, new ClusterWatch(client));
  }

  /** As above, with a watch of the cluster that the test starts. */
  public static Testbed testbed(
      KubernetesClient client, ExperimentSettings experiments, ClusterWatch cluster) {
    return new Testbed(
        client,
        new Applier(client),
        new Events(client),
        Experiments.images(),
        Experiments.settings(),
        experiments,
        cluster);
  }

  public static LoadRuns loadRuns(KubernetesClient client) {
    return loadRuns(client, Clock.systemUTC());
  }

  /** As above, with the operator's clock. */
  public static LoadRuns loadRuns(KubernetesClient client, Clock clock) {
    return new LoadRuns(
        client,
        new Applier(client),
        new Events(client),
        Experiments.images(),
        Experiments.settings(),
        clock);
  }
}
