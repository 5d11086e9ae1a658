package dev.scalelab.operator.testbed;

import dev.scalelab.operator.workload.Workload;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the properties of a cluster and a namespace. */
final class ClusterFactsReader {
  /** Taints with these effects exclude pods that do not tolerate them. */
  private static final Set<String> REPELLING = Set.of("NoSchedule", "NoExecute");

  private final KubernetesClient client;

  ClusterFactsReader(KubernetesClient client) {
    this.client = client;
  }

  ClusterFacts read(String namespace, Workload workload) {
    return new ClusterFacts(
        client.supports(DatabaseManifest.API_VERSION, DatabaseManifest.KIND),
        nodes(),
        workload
            .file()
            .map(file -> configMap(namespace, file.name()))
            .map(ClusterFactsReader::userConfigMap)
            .orElse(null));
  }

  /** Every node. */
  List<ClusterFacts.Node> nodes() {
    return client.nodes().list().getItems().stream()
        .map(
            node ->
                new ClusterFacts.Node(
                    node.getMetadata().getName(),
                    orNone(node.getMetadata().getLabels()),
                    schedulable(node),
                    repelling(node),
                    orNone(node.getStatus().getAllocatable())))
        .toList();
  }

  /** Whether the API server accepts changes of a running pod's resources. */
  boolean resizable() {
    return client.getApiResources("v1").getResources().stream()
        .anyMatch(resource -> ("pods/" + CpuLimit.RESIZE).equals(resource.getName()));
  }

  private ConfigMap configMap(String namespace, String name) {
    return client.configMaps().inNamespace(namespace).withName(name).get();
  }

  private static ClusterFacts.UserConfigMap userConfigMap(ConfigMap found) {
    return new ClusterFacts.UserConfigMap(
        orNone(found.getMetadata().getLabels()), orNone(found.getData()));
  }

  private static boolean schedulable(io.fabric8.kubernetes.api.model.Node node) {
    boolean ready =
        node.getStatus().getConditions().stream()
            .anyMatch(c -> "Ready".equals(c.getType()) && "True".equals(c.getStatus()));
    boolean open = !Boolean.TRUE.equals(node.getSpec().getUnschedulable());
    return ready && open;
  }

  private static List<Taint> repelling(io.fabric8.kubernetes.api.model.Node node) {
    return node.getSpec().getTaints().stream()
        .filter(taint -> REPELLING.contains(taint.getEffect()))
        .toList();
  }

  private static <T> Map<String, T> orNone(Map<String, T> given) {
    return given == null ? Map.of() : given;
  }
}
