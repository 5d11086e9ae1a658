package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.ServerGroup;
import dev.scalelab.operator.support.Experiments;
import dev.scalelab.operator.support.Variables;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.Map;

/** Manifests of an experiment's application servers, for its trial of two. */
final class TwoServers {
  static final ApplicationManifest MANIFEST =
      new ApplicationManifest(Experiments.images(), Experiments.settings());

  private TwoServers() {}

  /** The servers in a cluster that can change a running pod's CPU. */
  static StatefulSet servers(ScalabilityExperiment of) {
    return servers(of, true);
  }

  /** The servers in a cluster that can change a running pod's CPU or cannot. */
  static StatefulSet servers(ScalabilityExperiment of, boolean resizable) {
    Configuration two = Experiments.two(of);
    return MANIFEST.servers(of, two, group(two), resizable);
  }

  /** The service in which they find each other. */
  static Service service(ScalabilityExperiment of) {
    Configuration two = Experiments.two(of);
    return MANIFEST.service(of, two, group(two));
  }

  /** The only group of a configuration's servers. */
  static ServerGroup group(Configuration configuration) {
    return configuration.serverGroups().get(0);
  }

  /** The container of each of these servers. */
  static Container container(ScalabilityExperiment of) {
    return container(servers(of));
  }

  /** The container of each of some servers. */
  static Container container(StatefulSet servers) {
    return servers.getSpec().getTemplate().getSpec().getContainers().get(0);
  }

  /** The values of each server's environment variables. */
  static Map<String, String> environment(ScalabilityExperiment of) {
    return Variables.of(container(of));
  }
}
