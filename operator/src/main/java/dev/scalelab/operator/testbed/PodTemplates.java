package dev.scalelab.operator.testbed;

import dev.scalelab.operator.platform.Tier;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The specs that a testbed's pods were requested with. Those of servers, balancer and suppliers are
 * ScaleLab's own manifests, so that a webhook that changes their StatefulSet or Deployment is seen
 * too; a load's is in its Job, and CloudNativePG records that of each instance in an annotation.
 */
final class PodTemplates {
  /** CloudNativePG's annotation on each instance with the spec that it requested. */
  private static final String CLOUDNATIVEPG = "cnpg.io/podSpec";

  private final KubernetesClient client;
  private final Function<Tier, PodTemplateSpec> own;
  private final Map<Tier, PodTemplateSpec> templates = new EnumMap<>(Tier.class);
  private final Map<String, Optional<PodSpec>> jobs = new HashMap<>();

  /**
   * With ScaleLab's own manifests.
   *
   * @param own the template of servers, balancer or suppliers
   */
  PodTemplates(KubernetesClient client, Function<Tier, PodTemplateSpec> own) {
    this.client = client;
    this.own = own;
  }

  /** What a pod has in addition to its template; empty if that is unknown. */
  List<String> additions(Pod pod, Tier tier) {
    return tier == Tier.DATABASE
        ? ofDatabase(pod)
        : requested(pod, tier)
            .map(spec -> PodAdditions.of(pod, spec, tier == Tier.APPLICATION))
            .orElse(List.of());
  }

  /** Whoever may change pods may have put anything there: what is no spec is unknown. */
  private List<String> ofDatabase(Pod pod) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    String json = annotations == null ? null : annotations.get(CLOUDNATIVEPG);
    if (json == null) {
      return List.of();
    }
    try {
      PodSpec spec = client.getKubernetesSerialization().unmarshal(json, PodSpec.class);
      return spec == null ? List.of() : PodAdditions.of(pod, spec, false);
    } catch (RuntimeException unreadable) {
      return List.of();
    }
  }

  private Optional<PodSpec> requested(Pod pod, Tier tier) {
    return tier == Tier.LOAD
        ? ofJob(pod)
        : Optional.of(templates.computeIfAbsent(tier, own).getSpec());
  }

  private Optional<PodSpec> ofJob(Pod pod) {
    return pod.getMetadata().getOwnerReferences().stream()
        .filter(owner -> owner.getKind().equals("Job"))
        .map(OwnerReference::getName)
        .findFirst()
        .flatMap(
            name -> jobs.computeIfAbsent(name, job -> read(pod.getMetadata().getNamespace(), job)));
  }

  private Optional<PodSpec> read(String namespace, String name) {
    return Optional.ofNullable(
            client.batch().v1().jobs().inNamespace(namespace).withName(name).get())
        .map((Job job) -> job.getSpec().getTemplate().getSpec());
  }
}
