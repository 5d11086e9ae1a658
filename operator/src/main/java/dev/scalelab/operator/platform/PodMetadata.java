package dev.scalelab.operator.platform;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Metadata of every pod of a testbed. Labels and annotations exclude it from service meshes and
 * from operators that add agents, since a proxy in each pod, or an agent in its Java virtual
 * machine, would use CPU of the measured tiers and be measured with them. Those of the experiment's
 * own pod settings take precedence: who wants to measure with a mesh can. Other annotations keep
 * autoscalers from evicting a pod while it is measured.
 */
public final class PodMetadata {
  private static final String FALSE = "false";
  private static final String DISABLED = "disabled";

  /** Each by the own annotation of whoever would add something. */
  private static final Map<String, String> OF_ALL =
      Map.ofEntries(
          // Meshes: Istio, Linkerd, Kuma, Consul, Open Service Mesh, AWS App Mesh, NGINX.
          Map.entry("sidecar.istio.io/inject", FALSE),
          Map.entry("linkerd.io/inject", DISABLED),
          Map.entry("kuma.io/sidecar-injection", DISABLED),
          Map.entry("consul.hashicorp.com/connect-inject", FALSE),
          Map.entry("openservicemesh.io/sidecar-injection", DISABLED),
          Map.entry("appmesh.k8s.aws/sidecarInjectorWebhook", DISABLED),
          Map.entry("injector.nsm.nginx.com/auto-inject", FALSE),
          // Agents: OpenTelemetry, Jaeger, Dynatrace, New Relic.
          Map.entry("sidecar.opentelemetry.io/inject", FALSE),
          Map.entry("sidecar.jaegertracing.io/inject", FALSE),
          Map.entry("dynatrace.com/inject", FALSE),
          Map.entry("oneagent.dynatrace.com/inject", FALSE),
          Map.entry("metadata-enrichment.dynatrace.com/inject", FALSE));

  /**
   * Who adds agents for each language by an annotation of its own: a namespace that requests one of
   * them gets its init container and variables in every pod, whatever language that is written in.
   */
  private static final Map<String, List<String>> BY_LANGUAGE =
      Map.of(
          "instrumentation.opentelemetry.io/inject-",
          List.of("java", "nodejs", "python", "dotnet", "go", "nginx", "apache-httpd", "sdk"),
          "instrumentation.newrelic.com/inject-",
          List.of("java", "nodejs", "python", "dotnet", "php", "ruby"));

  private static final Map<String, String> EXCLUDING_ANNOTATIONS = excludingAnnotations();

  /**
   * The same by labels, which take precedence in Istio and Kuma: Istio's sidecars and its ambient
   * mode, Kuma, Datadog and Instana (its older and its newer label).
   */
  private static final Map<String, String> EXCLUDING_LABELS =
      Map.of(
          "sidecar.istio.io/inject", FALSE,
          "istio.io/dataplane-mode", "none",
          "kuma.io/sidecar-injection", DISABLED,
          "admission.datadoghq.com/enabled", FALSE,
          "instana.autotrace", FALSE,
          "instana-autotrace", FALSE);

  /** Annotations that keep autoscalers from evicting a pod. */
  private static final Map<String, String> NOT_MOVED =
      Map.of(
          "cluster-autoscaler.kubernetes.io/safe-to-evict", "false",
          "karpenter.sh/do-not-disrupt", "true");

  private PodMetadata() {}

  private static Map<String, String> excludingAnnotations() {
    Map<String, String> all = new TreeMap<>(OF_ALL);
    BY_LANGUAGE.forEach(
        (prefix, languages) -> languages.forEach(language -> all.put(prefix + language, FALSE)));
    return Collections.unmodifiableMap(all);
  }

  /**
   * All labels of a pod.
   *
   * @param given those of the experiment's pod settings, which replace the excluding ones; may be
   *     null
   * @param own ScaleLab's, which nothing replaces
   */
  public static Map<String, String> labels(Map<String, String> given, Map<String, String> own) {
    return PodShape.merged(EXCLUDING_LABELS, given, own);
  }

  /**
   * All annotations of a pod: those that exclude it and prevent evictions, and the one that names
   * its main container.
   *
   * @param given those of the experiment's pod settings, as above
   * @param own ScaleLab's
   * @param container name of the container that does the pod's work
   */
  public static Map<String, String> annotations(
      Map<String, String> given, Map<String, String> own, String container) {
    Map<String, String> all =
        new LinkedHashMap<>(PodShape.merged(EXCLUDING_ANNOTATIONS, given, own, NOT_MOVED));
    all.put(MainContainer.ANNOTATION, container);
    return all;
  }
}
