package dev.scalelab.operator.testbed;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** The node affinity that a pod requires, as the scheduler evaluates it. */
final class RequiredAffinity {
  private RequiredAffinity() {}

  /** Whether the affinity, which may be null, allows the node: one of its terms must match. */
  static boolean allows(Affinity affinity, ClusterFacts.Node node) {
    if (affinity == null
        || affinity.getNodeAffinity() == null
        || affinity.getNodeAffinity().getRequiredDuringSchedulingIgnoredDuringExecution() == null) {
      return true;
    }
    return affinity
        .getNodeAffinity()
        .getRequiredDuringSchedulingIgnoredDuringExecution()
        .getNodeSelectorTerms()
        .stream()
        .anyMatch(term -> matches(term, node));
  }

  /** An empty term matches no node. */
  private static boolean matches(NodeSelectorTerm term, ClusterFacts.Node node) {
    boolean empty = term.getMatchExpressions().isEmpty() && term.getMatchFields().isEmpty();
    // The only field that Kubernetes allows is metadata.name.
    return !empty
        && Stream.concat(
                term.getMatchExpressions().stream()
                    .map(rule -> matches(rule, node.labels().get(rule.getKey()))),
                term.getMatchFields().stream().map(rule -> matches(rule, node.name())))
            .allMatch(matches -> matches);
  }

  private static boolean matches(NodeSelectorRequirement rule, String value) {
    List<String> values = rule.getValues();
    return switch (String.valueOf(rule.getOperator())) {
      case "In" -> value != null && values.contains(value);
      case "NotIn" -> value == null || !values.contains(value);
      case "Exists" -> value != null;
      case "DoesNotExist" -> value == null;
      case "Gt" -> difference(value, values).stream().anyMatch(difference -> difference > 0);
      case "Lt" -> difference(value, values).stream().anyMatch(difference -> difference < 0);
      default -> false; // the API server rejects such a pod
    };
  }

  /** The label's value minus the rule's only value; empty if one of them is not an integer. */
  private static OptionalLong difference(String value, List<String> values) {
    return isInteger(value) && values.size() == 1 && isInteger(values.get(0))
        ? OptionalLong.of(Long.parseLong(value) - Long.parseLong(values.get(0)))
        : OptionalLong.empty();
  }

  private static boolean isInteger(String value) {
    return value != null && value.matches("-?\\d{1,18}");
  }
}
