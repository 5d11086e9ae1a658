package dev.scalelab.operator.testbed;

import dev.scalelab.operator.platform.Resources;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reduces a node to what decides about placement. A node has ten kilobytes and more, and a cluster
 * may have thousands; their labels are mostly the same.
 */
final class NodeReader {
  /** Taints with these effects exclude pods that do not tolerate them. */
  private static final Set<String> REPELLING = Set.of("NoSchedule", "NoExecute");

  private static final Set<String> RESOURCES = Set.of(Resources.CPU, Resources.MEMORY);

  private NodeReader() {}

  /** The node, reduced. */
  static ClusterFacts.Node reduced(Node node) {
    return new ClusterFacts.Node(
        node.getMetadata().getName(),
        labels(node.getMetadata().getLabels()),
        schedulable(node),
        taints(node),
        allocatable(node));
  }

  /** Equal texts are kept once. */
  private static Map<String, String> labels(Map<String, String> given) {
    return given == null
        ? Map.of()
        : given.entrySet().stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    label -> label.getKey().intern(), label -> label.getValue().intern()));
  }

  /** A node that has just been created has no status yet. */
  private static boolean schedulable(Node node) {
    boolean ready =
        node.getStatus() != null
            && node.getStatus().getConditions().stream()
                .anyMatch(c -> "Ready".equals(c.getType()) && "True".equals(c.getStatus()));
    boolean open =
        node.getSpec() == null || !Boolean.TRUE.equals(node.getSpec().getUnschedulable());
    return ready && open;
  }

  private static List<Taint> taints(Node node) {
    return node.getSpec() == null
        ? List.of()
        : node.getSpec().getTaints().stream()
            .filter(taint -> REPELLING.contains(taint.getEffect()))
            .toList();
  }

  private static Map<String, Quantity> allocatable(Node node) {
    return node.getStatus() == null || node.getStatus().getAllocatable() == null
        ? Map.of()
        : node.getStatus().getAllocatable().entrySet().stream()
            .filter(resource -> RESOURCES.contains(resource.getKey()))
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
  }
}
