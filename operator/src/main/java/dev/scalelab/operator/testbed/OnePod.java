package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.PodShape;
import dev.scalelab.operator.platform.Tier;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.ServicePortBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.util.Map;

/** A tier of a trial with one pod, never two at the same time. */
final class OnePod {
  private OnePod() {}

  /** The pod's Deployment. */
  static Deployment deployment(
      ScalabilityExperiment e,
      Configuration configuration,
      Tier tier,
      String name,
      PodSettings settings,
      PodSpec pod) {
    return new DeploymentBuilder()
        .withMetadata(Metadata.ofTrial(e, configuration, tier, name))
        .withNewSpec()
        .withReplicas(1)
        .withNewStrategy()
        .withType("Recreate")
        .endStrategy()
        .withNewSelector()
        .withMatchLabels(Labels.selector(configuration.name(), tier))
        .endSelector()
        .withNewTemplate()
        .withMetadata(
            PodShape.metadata(
                settings,
                Labels.ofTrial(e.getMetadata().getName(), configuration.name(), tier),
                Map.of(),
                pod.getContainers().get(0).getName()))
        .withSpec(pod)
        .endTemplate()
        .endSpec()
        .build();
  }

  /** The port of its Service, which is the pod's port named http. */
  static ServicePort http(int port) {
    return new ServicePortBuilder()
        .withName("http")
        .withPort(port)
        .withTargetPort(new IntOrString("http"))
        .build();
  }
}
