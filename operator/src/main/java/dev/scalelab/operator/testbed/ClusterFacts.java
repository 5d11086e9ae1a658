package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.PodSettings;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Properties of a cluster and a namespace that an experiment depends on.
 *
 * @param served kinds of other operators that are served, as in {@link #kind}
 * @param nodes every node
 * @param configMap the ConfigMap that the workload's servers need; null if it does not exist, or
 *     none is needed
 */
public record ClusterFacts(Set<String> served, List<Node> nodes, UserConfigMap configMap) {

  /** A kind's name in its API, as postgresql.cnpg.io/v1 Cluster. */
  static String kind(ResourceDefinitionContext kind) {
    return "%s/%s %s".formatted(kind.getGroup(), kind.getVersion(), kind.getKind());
  }

  /** Whether the API server has a kind. */
  boolean serves(ResourceDefinitionContext kind) {
    return served.contains(kind(kind));
  }

  /** Nodes on which pods of a tier can be placed. */
  List<Node> usable(PodSettings pod) {
    return nodes.stream().filter(node -> node.usable(pod)).toList();
  }

  /** A ConfigMap created by the user. */
  record UserConfigMap(Map<String, String> labels, Map<String, String> data) {}

  /**
   * A node.
   *
   * @param schedulable whether it is Ready and not cordoned
   * @param taints taints that exclude pods without a toleration
   * @param allocatable its allocatable resources, by name
   */
  record Node(
      String name,
      Map<String, String> labels,
      boolean schedulable,
      List<Taint> taints,
      Map<String, Quantity> allocatable) {

    /** Its allocatable amount of a resource; null if unknown. */
    Quantity allocatable(String resource) {
      return allocatable.get(resource);
    }

    /** Whether pods of a tier can be placed on it. */
    boolean usable(PodSettings pod) {
      return selectedBy(pod) && takes(pod.tolerations());
    }

    /** Whether it has the labels and is allowed by the affinity that the pods require. */
    boolean selectedBy(PodSettings pod) {
      return hasLabels(pod.nodeSelector()) && RequiredAffinity.allows(pod.affinity(), this);
    }

    /** Whether it has these labels. */
    boolean hasLabels(Map<String, String> selector) {
      return labels.entrySet().containsAll(selector.entrySet());
    }

    /** Whether it accepts pods with these tolerations, which may be null. */
    boolean takes(List<Toleration> tolerations) {
      return schedulable
          && taints.stream()
              .allMatch(
                  taint ->
                      tolerations != null
                          && tolerations.stream()
                              .anyMatch(toleration -> tolerates(toleration, taint)));
    }

    /** As in the scheduler: an absent key or effect matches any. */
    private static boolean tolerates(Toleration toleration, Taint taint) {
      boolean key = toleration.getKey() == null || toleration.getKey().equals(taint.getKey());
      boolean effect =
          toleration.getEffect() == null || toleration.getEffect().equals(taint.getEffect());
      boolean value =
          "Exists".equals(toleration.getOperator())
              || Objects.equals(orEmpty(toleration.getValue()), orEmpty(taint.getValue()));
      return key && effect && value;
    }

    private static String orEmpty(String value) {
      return value == null ? "" : value;
    }
  }
}
