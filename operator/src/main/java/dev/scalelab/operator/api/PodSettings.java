package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Where and how the pods of a tier run; absent fields have the chart's defaults. */
public record PodSettings(
    @JsonPropertyDescription(
            "Labels of the nodes that the pods may run on; {} is any node. Default: scalelab.dev/role=app for servers,"
                + " scalelab.dev/role=database for databases and Infinispan servers, and scalelab.dev/role=load for"
                + " balancer, load generators and suppliers.")
        @Size(max = 32)
        Map<String, String> nodeSelector,
    @JsonPropertyDescription("Taints of nodes that the pods tolerate. Default: none.")
        @Size(max = 32)
        List<Toleration> tolerations,
    @JsonPropertyDescription("Affinity of the pods to nodes and to other pods. Default: none.")
        Affinity affinity,
    @JsonPropertyDescription(
            "How the pods spread over zones and nodes. Default: servers and Infinispan servers over the nodes as far as"
                + " possible, others not.")
        @Size(max = 16)
        List<TopologySpreadConstraint> topologySpreadConstraints,
    @JsonPropertyDescription("Priority class of the pods. Default: the cluster's default.")
        @Size(max = 253)
        String priorityClassName,
    @JsonPropertyDescription("Secrets with which images are pulled. Default: none.") @Size(max = 16)
        List<LocalObjectReference> imagePullSecrets,
    @JsonPropertyDescription("More labels of the pods.") @Size(max = 64) Map<String, String> labels,
    @JsonPropertyDescription("More annotations of the pods.") @Size(max = 64)
        Map<String, String> annotations)
    implements OmitsNulls {
  /** No settings. */
  public static final PodSettings NONE =
      new PodSettings(null, null, null, null, null, null, null, null);

  /** Names of the fields that request something; an empty value requests nothing. */
  public List<String> requested() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("nodeSelector", nodeSelector);
    fields.put("tolerations", tolerations);
    fields.put("affinity", affinity);
    fields.put("topologySpreadConstraints", topologySpreadConstraints);
    fields.put("priorityClassName", priorityClassName);
    fields.put("imagePullSecrets", imagePullSecrets);
    fields.put("labels", labels);
    fields.put("annotations", annotations);
    fields.values().removeIf(Objects::isNull);
    fields.values().removeIf(List.of()::equals);
    fields.values().removeIf(Map.of()::equals);
    fields.values().removeIf(new Affinity()::equals);
    fields.values().removeIf(""::equals);
    return List.copyOf(fields.keySet());
  }

  /** These settings, completed with defaults. */
  public PodSettings or(PodSettings defaults) {
    return new PodSettings(
        nodeSelector == null ? defaults.nodeSelector : nodeSelector,
        tolerations == null ? defaults.tolerations : tolerations,
        affinity == null ? defaults.affinity : affinity,
        topologySpreadConstraints == null
            ? defaults.topologySpreadConstraints
            : topologySpreadConstraints,
        priorityClassName == null ? defaults.priorityClassName : priorityClassName,
        imagePullSecrets == null ? defaults.imagePullSecrets : imagePullSecrets,
        labels == null ? defaults.labels : labels,
        annotations == null ? defaults.annotations : annotations);
  }
}
