package dev.scalelab.operator.support;

import java.util.List;
import java.util.Map;

/** The status of a database as CloudNativePG 1.30 writes it. */
public final class Healthy {
  private Healthy() {}

  /** Of a primary that accepts connections, and this number of ready instances. */
  public static Map<String, Object> status(int readyInstances) {
    return Map.of(
        "phase",
        "Cluster in healthy state",
        "readyInstances",
        readyInstances,
        "conditions",
        List.of(
            Map.of(
                "type", "Ready",
                "status", "True",
                "reason", "ClusterIsReady",
                "message", "Cluster is Ready",
                "lastTransitionTime", "2026-01-01T00:00:00Z")));
  }
}
