package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.TrialPlan;
import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.platform.PodMetadata;
import dev.scalelab.operator.platform.Tier;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.ServicePortBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.util.Map;

/** A tier of a trial that is one pod, never two at a time. */
final class OnePod {
  private OnePod() {}

  /** The pod's Deployment. */
  static Deployment deployment(
      ScalabilityExperiment e, TrialPlan t, Tier tier, String name, PodSpec pod) {
    return new DeploymentBuilder()
        .withMetadata(Metadata.ofTrial(e, t, tier, name))
        .withNewSpec()
        .withReplicas(1)
        .withNewStrategy()
        .withType("Recreate")
        .endStrategy()
        .withNewSelector()
        .withMatchLabels(Labels.selector(t.name(), tier))
        .endSelector()
        .withNewTemplate()
        .withMetadata(
            PodMetadata.of(
                Labels.ofTrial(e.getMetadata().getName(), t.name(), tier),
                Map.of(),
                pod.getContainers().get(0).getName()))
        .withSpec(pod)
        .endTemplate()
        .endSpec()
        .build();
  }

  /** The port of its Service, which is the pod's own that is named http. */
  static ServicePort http(int port) {
    return new ServicePortBuilder()
        .withName("http")
        .withPort(port)
        .withTargetPort(new IntOrString("http"))
        .build();
  }
}
