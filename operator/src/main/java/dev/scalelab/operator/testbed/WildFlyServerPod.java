package dev.scalelab.operator.testbed;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.SecurityContext;
import java.util.List;

/** The first pod of a WildFlyServer, as far as it is known before wildfly-operator creates it. */
final class WildFlyServerPod {
  private WildFlyServerPod() {}

  static Pod of(GenericKubernetesResource server) {
    String name = server.getMetadata().getName();
    String image = server.get("spec", "applicationImage");
    List<EnvVar> environment = server.get("spec", "env");
    ResourceRequirements resources = server.get("spec", "resources");
    SecurityContext security = server.get("spec", "securityContext");
    return new PodBuilder()
        .withNewMetadata()
        .withName(name + "-0")
        .withNamespace(server.getMetadata().getNamespace())
        .withLabels(server.getMetadata().getLabels())
        .endMetadata()
        .withNewSpec()
        .withNewSecurityContext()
        .withNewSeccompProfile()
        .withType("RuntimeDefault")
        .endSeccompProfile()
        .endSecurityContext()
        .withContainers(
            new ContainerBuilder()
                .withName(name)
                .withImage(image)
                .withPorts(port("http", 8080), port("admin", 9990))
                .withEnv(environment)
                .withResources(resources)
                .withSecurityContext(security)
                .build())
        .endSpec()
        .build();
  }

  private static ContainerPort port(String name, int number) {
    return new ContainerPortBuilder().withName(name).withContainerPort(number).build();
  }
}
