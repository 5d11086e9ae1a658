package dev.scalelab.operator.platform;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Metadata of every pod of a testbed. Service meshes are asked to leave it alone: a proxy in each
 * pod would take CPU from what is measured, and be measured with it. Autoscalers are asked not to
 * move it while it is measured.
 */
public final class PodMetadata {
  /** Annotations with which Istio, Linkerd, Kuma and Consul leave a pod without their proxy. */
  private static final Map<String, String> WITHOUT_PROXY =
      Map.of(
          "sidecar.istio.io/inject", "false",
          "linkerd.io/inject", "disabled",
          "kuma.io/sidecar-injection", "disabled",
          "consul.hashicorp.com/connect-inject", "false");

  /** Annotations with which autoscalers leave a pod where it is. */
  private static final Map<String, String> NOT_MOVED =
      Map.of(
          "cluster-autoscaler.kubernetes.io/safe-to-evict", "false",
          "karpenter.sh/do-not-disrupt", "true");

  /** Istio and Kuma read labels first. */
  private static final Map<String, String> LABELS_WITHOUT_PROXY =
      Map.of("sidecar.istio.io/inject", "false", "kuma.io/sidecar-injection", "disabled");

  private PodMetadata() {}

  /** These labels, and those that keep proxies away. */
  public static Map<String, String> labels(Map<String, String> labels) {
    Map<String, String> all = new LinkedHashMap<>(labels);
    all.putAll(LABELS_WITHOUT_PROXY);
    return all;
  }

  /**
   * Annotations that name the container which does the work, and keep proxies and autoscalers away.
   */
  public static Map<String, String> annotations(String container) {
    Map<String, String> all = new LinkedHashMap<>(WITHOUT_PROXY);
    all.putAll(NOT_MOVED);
    all.put(MainContainer.ANNOTATION, container);
    return all;
  }
}
