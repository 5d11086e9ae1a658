package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.WorkloadSpec;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.LimitRange;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuota;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Reads what a cluster and a namespace offer. */
final class ClusterFactsReader {
  /** Taints with these effects keep pods away that do not tolerate them. */
  private static final Set<String> REPELLING = Set.of("NoSchedule", "NoExecute");

  /** Every pod of a testbed has limits, and none a deadline of its own. */
  private static final Set<String> SCOPES_OF_ALL_PODS = Set.of("NotBestEffort", "NotTerminating");

  private final KubernetesClient client;

  ClusterFactsReader(KubernetesClient client) {
    this.client = client;
  }

  ClusterFacts read(String namespace, WorkloadSpec workload) {
    return new ClusterFacts(
        client.supports(DatabaseManifest.API_VERSION, DatabaseManifest.KIND),
        resizable(),
        client.nodes().list().getItems().stream()
            .map(
                node ->
                    new ClusterFacts.Node(
                        node.getMetadata().getName(),
                        orNone(node.getMetadata().getLabels()),
                        usable(node)))
            .toList(),
        client.resourceQuotas().inNamespace(namespace).list().getItems().stream()
            .filter(ClusterFactsReader::holdsForAllPods)
            .map(quota -> new ClusterFacts.Quota(quota.getMetadata().getName(), available(quota)))
            .toList(),
        client.limitRanges().inNamespace(namespace).list().getItems().stream()
            .flatMap(ClusterFactsReader::limits)
            .toList(),
        configMap(namespace, DatabaseManifest.MONITORING) != null,
        workload
            .file()
            .map(file -> configMap(namespace, file.name()))
            .map(ClusterFactsReader::userConfigMap)
            .orElse(null));
  }

  /** Whether the API server takes changes of a running pod's resources. */
  boolean resizable() {
    return client.getApiResources("v1").getResources().stream()
        .anyMatch(resource -> ("pods/" + CpuShare.RESIZE).equals(resource.getName()));
  }

  private ConfigMap configMap(String namespace, String name) {
    return client.configMaps().inNamespace(namespace).withName(name).get();
  }

  private static ClusterFacts.UserConfigMap userConfigMap(ConfigMap found) {
    return new ClusterFacts.UserConfigMap(
        orNone(found.getMetadata().getLabels()), orNone(found.getData()));
  }

  private static boolean usable(io.fabric8.kubernetes.api.model.Node node) {
    boolean ready =
        node.getStatus().getConditions().stream()
            .anyMatch(c -> "Ready".equals(c.getType()) && "True".equals(c.getStatus()));
    boolean open = !Boolean.TRUE.equals(node.getSpec().getUnschedulable());
    boolean welcoming =
        node.getSpec().getTaints().stream().noneMatch(t -> REPELLING.contains(t.getEffect()));
    return ready && open && welcoming;
  }

  private static boolean holdsForAllPods(ResourceQuota quota) {
    if (quota.getSpec() == null) {
      return false;
    }
    Stream<String> selected =
        quota.getSpec().getScopeSelector() == null
            ? Stream.empty()
            : quota.getSpec().getScopeSelector().getMatchExpressions().stream()
                .map(expression -> expression.getScopeName());
    return Stream.concat(quota.getSpec().getScopes().stream(), selected)
        .allMatch(SCOPES_OF_ALL_PODS::contains);
  }

  private static Map<String, Quantity> available(ResourceQuota quota) {
    Map<String, Quantity> available = new HashMap<>();
    Map<String, Quantity> hard = orNone(quota.getSpec().getHard());
    Map<String, Quantity> used =
        quota.getStatus() == null ? Map.of() : orNone(quota.getStatus().getUsed());
    hard.forEach(
        (resource, most) -> {
          Quantity taken = used.get(resource);
          available.put(resource, taken == null ? most : most.subtract(taken));
        });
    return available;
  }

  private static Stream<ClusterFacts.Limit> limits(LimitRange range) {
    return range.getSpec().getLimits().stream()
        .map(
            limit ->
                new ClusterFacts.Limit(
                    range.getMetadata().getName(),
                    limit.getType(),
                    orNone(limit.getMax()),
                    orNone(limit.getMin()),
                    orNone(limit.getMaxLimitRequestRatio())));
  }

  private static <T> Map<String, T> orNone(Map<String, T> given) {
    return given == null ? Map.of() : given;
  }
}
