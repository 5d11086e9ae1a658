package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.OwnSpec;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.ServicePortBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a server of the user's own application has in place of what WildFly has. */
final class OwnServer {
  private static final String METRICS = "metrics";

  private OwnServer() {}

  /**
   * The container with its ports and probes. It tells whether it takes requests, and not whether it
   * had better begin anew: so there is no liveness probe.
   */
  static ContainerBuilder container(ContainerBuilder container, OwnSpec own, int patienceSeconds) {
    IntOrString port = new IntOrString(ApplicationManifest.HTTP);
    return container
        .withPorts(containerPorts(own))
        .withStartupProbe(Probes.startup(own.readinessPath(), port, patienceSeconds))
        .withReadinessProbe(Probes.every(2, own.readinessPath(), port, 5));
  }

  /** Prometheus looks for a port that is named metrics. */
  private static List<ContainerPort> containerPorts(OwnSpec own) {
    return ports(own).entrySet().stream()
        .map(
            port ->
                new ContainerPortBuilder()
                    .withName(port.getValue())
                    .withContainerPort(port.getKey())
                    .build())
        .toList();
  }

  /** Ports of the servers' service. */
  static List<ServicePort> servicePorts(OwnSpec own) {
    return ports(own).entrySet().stream()
        .map(
            port ->
                new ServicePortBuilder().withName(port.getValue()).withPort(port.getKey()).build())
        .toList();
  }

  /**
   * Names by number: Kubernetes takes each number once, and metrics may be told beside requests.
   */
  private static Map<Integer, String> ports(OwnSpec own) {
    Map<Integer, String> ports = new LinkedHashMap<>();
    ports.put(ApplicationManifest.HTTP, "http");
    if (own.metricsPort() != null) {
      ports.put(own.metricsPort(), METRICS);
    }
    return ports;
  }
}
