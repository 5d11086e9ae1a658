package dev.scalelab.operator.testbed;

import dev.scalelab.operator.workload.Workload;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Reads the properties of a cluster and a namespace. */
final class ClusterFactsReader {
  private final KubernetesClient client;
  private final ClusterWatch cluster;
  private final List<ResourceDefinitionContext> kinds;

  /**
   * @param kinds the kinds of other operators that components need
   */
  ClusterFactsReader(
      KubernetesClient client, ClusterWatch cluster, List<ResourceDefinitionContext> kinds) {
    this.client = client;
    this.cluster = cluster;
    this.kinds = kinds;
  }

  ClusterFacts read(String namespace, Workload workload) {
    return read(namespace, workload, cluster.nodes(), cluster::serves);
  }

  /** As if there were no node. */
  ClusterFacts withoutNodes(String namespace, Workload workload) {
    return read(namespace, workload, List.of(), cluster::serves);
  }

  /** The same, without earlier answers that a kind is not served. */
  ClusterFacts withoutNodesByNow(String namespace, Workload workload) {
    return read(namespace, workload, List.of(), cluster::servesByNow);
  }

  private ClusterFacts read(
      String namespace,
      Workload workload,
      List<ClusterFacts.Node> nodes,
      Predicate<ResourceDefinitionContext> serves) {
    return new ClusterFacts(
        kinds.stream()
            .filter(serves)
            .map(ClusterFacts::kind)
            .collect(Collectors.toUnmodifiableSet()),
        nodes,
        workload
            .file()
            .map(file -> configMap(namespace, file.name()))
            .map(ClusterFactsReader::userConfigMap)
            .orElse(null));
  }

  private ConfigMap configMap(String namespace, String name) {
    return client.configMaps().inNamespace(namespace).withName(name).get();
  }

  private static ClusterFacts.UserConfigMap userConfigMap(ConfigMap found) {
    return new ClusterFacts.UserConfigMap(
        orNone(found.getMetadata().getLabels()), orNone(found.getData()));
  }

  private static Map<String, String> orNone(Map<String, String> given) {
    return given == null ? Map.of() : given;
  }
}
