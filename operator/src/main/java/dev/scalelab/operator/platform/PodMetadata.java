package dev.scalelab.operator.platform;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Metadata of every pod of a testbed. Annotations exclude it from service meshes, since a proxy in
 * each pod would use CPU of the measured tiers and be measured with them. Others keep autoscalers
 * from evicting it while it is measured.
 */
public final class PodMetadata {
  /** Annotations that keep Istio, Linkerd, Kuma and Consul from injecting their proxy. */
  private static final Map<String, String> WITHOUT_PROXY =
      Map.of(
          "sidecar.istio.io/inject", "false",
          "linkerd.io/inject", "disabled",
          "kuma.io/sidecar-injection", "disabled",
          "consul.hashicorp.com/connect-inject", "false");

  /** Annotations that keep autoscalers from evicting a pod. */
  private static final Map<String, String> NOT_MOVED =
      Map.of(
          "cluster-autoscaler.kubernetes.io/safe-to-evict", "false",
          "karpenter.sh/do-not-disrupt", "true");

  /** In Istio and Kuma labels take precedence. */
  private static final Map<String, String> LABELS_WITHOUT_PROXY =
      Map.of("sidecar.istio.io/inject", "false", "kuma.io/sidecar-injection", "disabled");

  private PodMetadata() {}

  /** These labels, plus those that prevent injected proxies. */
  public static Map<String, String> labels(Map<String, String> labels) {
    Map<String, String> all = new LinkedHashMap<>(labels);
    all.putAll(LABELS_WITHOUT_PROXY);
    return all;
  }

  /** Annotations that name the main container, and prevent injected proxies and evictions. */
  public static Map<String, String> annotations(String container) {
    Map<String, String> all = new LinkedHashMap<>(WITHOUT_PROXY);
    all.putAll(NOT_MOVED);
    all.put(MainContainer.ANNOTATION, container);
    return all;
  }
}
