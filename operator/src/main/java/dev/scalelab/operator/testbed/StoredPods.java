package dev.scalelab.operator.testbed;

import dev.scalelab.operator.testbed.Effect.Target;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;

/** Disturbed pods as the API server has them now. */
final class StoredPods {
  private final KubernetesClient client;

  StoredPods(KubernetesClient client) {
    this.client = client;
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
