package dev.scalelab.operator.testbed;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What wildfly-operator reports of a WildFlyServer, as text for users. It calls a pod ACTIVE that
 * cannot even pull its image, so readiness is not read from it.
 */
final class WildFlyServerState {
  private static final String ACTIVE = "ACTIVE";

  /** Pods that a message names. */
  private static final int SHOWN = 3;

  private WildFlyServerState() {}

  /** As "wildfly-operator reports 1 ACTIVE, 1 SCALING_DOWN_CLEAN (small-base-2-app-1)". */
  static String text(GenericKubernetesResource server) {
    Map<String, List<String>> pods = new TreeMap<>();
    if (server.get("status", "pods") instanceof List<?> reported) {
      reported.stream()
          .filter(Map.class::isInstance)
          .map(Map.class::cast)
          .forEach(
              pod ->
                  pods.computeIfAbsent(String.valueOf(pod.get("state")), any -> new ArrayList<>())
                      .add(String.valueOf(pod.get("name"))));
    }
    return pods.isEmpty()
        ? "wildfly-operator reports no pod"
        : "wildfly-operator reports "
            + pods.entrySet().stream()
                .map(state -> text(state.getKey(), state.getValue()))
                .collect(Collectors.joining(", "));
  }

  private static String text(String state, List<String> pods) {
    String counted = pods.size() + " " + state;
    return state.equals(ACTIVE)
        ? counted
        : pods.stream().limit(SHOWN).collect(Collectors.joining(", ", counted + " (", ")"));
  }
}
