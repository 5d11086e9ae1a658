package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.CustomSpec;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.ServicePortBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Container and ports of a user's own application, which replace those of WildFly. */
final class CustomServer {
  private static final String METRICS = "metrics";

  private CustomServer() {}

  /**
   * The container with its ports and probes. It reports whether it accepts requests, but not
   * whether it should be restarted: so there is no liveness probe.
   */
  static ContainerBuilder container(
      ContainerBuilder container, CustomSpec custom, int patienceSeconds) {
    IntOrString port = new IntOrString(ApplicationManifest.HTTP);
    return container
        .withPorts(containerPorts(custom))
        .withStartupProbe(Probes.startup(custom.readinessPath(), port, patienceSeconds))
        .withReadinessProbe(Probes.every(2, custom.readinessPath(), port, 5));
  }

  /** Prometheus scrapes the port named metrics. */
  private static List<ContainerPort> containerPorts(CustomSpec custom) {
    return ports(custom).entrySet().stream()
        .map(
            port ->
                new ContainerPortBuilder()
                    .withName(port.getValue())
                    .withContainerPort(port.getKey())
                    .build())
        .toList();
  }

  /** Ports of the servers' service. */
  static List<ServicePort> servicePorts(CustomSpec custom) {
    return ports(custom).entrySet().stream()
        .map(
            port ->
                new ServicePortBuilder().withName(port.getValue()).withPort(port.getKey()).build())
        .toList();
  }

  /**
   * Names by number: Kubernetes allows each number once, and metrics may be on the port for
   * requests.
   */
  private static Map<Integer, String> ports(CustomSpec custom) {
    Map<Integer, String> ports = new LinkedHashMap<>();
    ports.put(ApplicationManifest.HTTP, "http");
    if (custom.metricsPort() != null) {
      ports.put(custom.metricsPort(), METRICS);
    }
    return ports;
  }
}
