package dev.scalelab.operator.testbed;

import dev.scalelab.operator.platform.Labels;
import dev.scalelab.operator.testbed.Effect.Target;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;
import java.util.Set;

/** Disturbed pods as the API server has them now. */
final class StoredPods {
  private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

  private final KubernetesClient client;

  StoredPods(KubernetesClient client) {
    this.client = client;
  }

  /** A running pod of another experiment in the same namespace on a node. */
  Optional<Pod> ofAnother(String namespace, String experiment, String node) {
    return client
        .pods()
        .inNamespace(namespace)
        .withLabel(Labels.EXPERIMENT)
        .withField("spec.nodeName", node)
        .list()
        .getItems()
        .stream()
        .filter(pod -> !experiment.equals(pod.getMetadata().getLabels().get(Labels.EXPERIMENT)))
        .filter(pod -> !ENDED.contains(String.valueOf(pod.getStatus().getPhase())))
        .findFirst();
  }

  /** Whether a pod has ended or is about to. By a list, for which the operator has the right. */
  boolean isGone(Target target) {
    return client
        .pods()
        .inNamespace(target.namespace())
        .withField("metadata.name", target.pod().pod())
        .list()
        .getItems()
        .stream()
        .filter(pod -> pod.getMetadata().getUid().equals(target.pod().uid()))
        .map(Pod::getMetadata)
        .allMatch(metadata -> metadata.getDeletionTimestamp() != null);
  }
}
