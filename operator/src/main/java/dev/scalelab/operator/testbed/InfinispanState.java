package dev.scalelab.operator.testbed;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the Infinispan operator reports of an Infinispan resource, as text for users. */
final class InfinispanState {
  /** The condition that all servers have formed a cluster. */
  private static final String WELL_FORMED = "WellFormed";

  private static final String TRUE = "True";

  private InfinispanState() {}

  /** Whether all servers have formed a cluster. */
  static boolean isWellFormed(GenericKubernetesResource servers) {
    return wellFormed(servers).filter(one -> TRUE.equals(one.get("status"))).isPresent();
  }

  /** What it says of the cluster, else every condition. */
  static String text(GenericKubernetesResource servers) {
    List<Map<String, Object>> conditions = conditions(servers);
    return conditions.isEmpty()
        ? "the Infinispan operator has not reconciled them yet: is it running?"
        : "the Infinispan operator reports "
            + wellFormed(servers)
                .map(InfinispanState::text)
                .orElseGet(
                    () ->
                        conditions.stream()
                            .map(InfinispanState::text)
                            .collect(Collectors.joining(", ")));
  }

  private static Optional<Map<String, Object>> wellFormed(GenericKubernetesResource servers) {
    return conditions(servers).stream()
        .filter(one -> WELL_FORMED.equals(one.get("type")))
        .findFirst();
  }

  private static List<Map<String, Object>> conditions(GenericKubernetesResource servers) {
    List<Map<String, Object>> conditions = servers.get("status", "conditions");
    return conditions == null ? List.of() : conditions;
  }

  private static String text(Map<String, Object> condition) {
    Object message = condition.get("message");
    return condition.get("type")
        + "="
        + condition.get("status")
        + (message == null || message.toString().isEmpty() ? "" : " (" + message + ")");
  }
}
