package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.platform.PodTrouble;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Whether the servers of an Infinispan resource are ready, from its conditions and its pods.
 *
 * @param resource the resource; null if it is absent
 * @param pods lists its pods; called only if it is not ready
 */
record InfinispanReadiness(GenericKubernetesResource resource, Supplier<List<Pod>> pods) {
  /** The condition that all servers have formed a cluster. */
  private static final String WELL_FORMED = "WellFormed";

  private static final String TRUE = "True";

  Readiness readiness() {
    if (resource == null) {
      return Readiness.absent();
    }
    if (resource.getMetadata().getDeletionTimestamp() != null) {
      return waiting("they are being deleted");
    }
    List<Map<String, Object>> conditions = resource.get("status", "conditions");
    if (conditions == null || conditions.isEmpty()) {
      return waiting("the Infinispan operator has not reconciled them yet: is it running?");
    }
    Optional<Map<String, Object>> wellFormed =
        conditions.stream().filter(one -> WELL_FORMED.equals(one.get("type"))).findFirst();
    if (wellFormed.filter(one -> TRUE.equals(one.get("status"))).isPresent()) {
      return Readiness.ready();
    }
    String trouble = PodTrouble.worst(pods.get()).map(worst -> "; " + worst).orElse("");
    return waiting("the Infinispan operator reports " + text(conditions, wellFormed) + trouble);
  }

  /** What it says of the cluster, else every condition. */
  private static String text(
      List<Map<String, Object>> conditions, Optional<Map<String, Object>> wellFormed) {
    return wellFormed
        .map(InfinispanReadiness::text)
        .orElseGet(
            () ->
                conditions.stream()
                    .map(InfinispanReadiness::text)
                    .collect(Collectors.joining(", ")));
  }

  private static String text(Map<String, Object> condition) {
    Object message = condition.get("message");
    return condition.get("type")
        + "="
        + condition.get("status")
        + (message == null || message.toString().isEmpty() ? "" : " (" + message + ")");
  }

  private static Readiness waiting(String detail) {
    return Readiness.waiting(Reason.CACHE_NOT_READY, detail);
  }
}
