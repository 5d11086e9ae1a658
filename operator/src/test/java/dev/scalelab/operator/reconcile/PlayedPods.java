package dev.scalelab.operator.reconcile;

import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Pods as controllers create them, with the statuses that a kubelet reports. */
final class PlayedPods {
  private final KubernetesClient client;
  private final String namespace;
  private final String node;
  private UnaryOperator<String> images = image -> "sha256:played";

  PlayedPods(KubernetesClient client, String namespace, String node) {
    this.client = client;
    this.namespace = namespace;
    this.node = node;
  }

  /** From here on new pods report this image ID for the image that they request. */
  void runImages(UnaryOperator<String> ids) {
    images = ids;
  }

  /** A pod of servers or balancer: first created, then ready, and always at the requested limit. */
  void run(String name, HasMetadata workload, PodTemplateSpec template) {
    Pod pod = get(name);
    if (pod == null) {
      make(name, workload, template);
    } else if (!"Running".equals(pod.getStatus().getPhase()) || resized(pod)) {
      setStatus(pod, "Running", "True");
    }
  }

  private static boolean resized(Pod pod) {
    return !pod.getSpec()
        .getContainers()
        .get(0)
        .getResources()
        .equals(pod.getStatus().getContainerStatuses().get(0).getResources());
  }

  private Pod get(String name) {
    return client.pods().inNamespace(namespace).withName(name).get();
  }

  /** Creates a pod of an object that has this template. */
  void make(String name, HasMetadata workload, PodTemplateSpec template) {
    client
        .resource(
            new PodBuilder()
                .withNewMetadataLike(template.getMetadata())
                .withName(name)
                .withNamespace(namespace)
                .addNewOwnerReference()
                .withApiVersion(workload.getApiVersion())
                .withKind(workload.getKind())
                .withName(workload.getMetadata().getName())
                .withUid(workload.getMetadata().getUid())
                .withController(true)
                .endOwnerReference()
                .endMetadata()
                .withNewSpecLike(template.getSpec())
                .withNodeName(node)
                .endSpec()
                .build())
        .create();
  }

  void setStatus(String name, String phase, String ready) {
    setStatus(get(name), phase, ready);
  }

  private void setStatus(Pod pod, String phase, String ready) {
    var container = pod.getSpec().getContainers().get(0);
    client
        .resource(
            new PodBuilder(pod)
                .withNewStatus()
                .withPhase(phase)
                .addNewCondition()
                .withType("Ready")
                .withStatus(ready)
                .endCondition()
                .addToContainerStatuses(
                    new ContainerStatusBuilder()
                        .withName(container.getName())
                        .withImage(container.getImage())
                        .withImageID(images.apply(container.getImage()))
                        .withReady("True".equals(ready))
                        .withRestartCount(0)
                        .withResources(container.getResources())
                        .build())
                .endStatus()
                .build())
        .updateStatus();
  }

  /** Deletes pods whose owners are gone. */
  void deleteOthers(Set<String> owners) {
    for (Pod pod : client.pods().inNamespace(namespace).list().getItems()) {
      if (!owners.contains(pod.getMetadata().getOwnerReferences().get(0).getUid())) {
        client.resource(pod).withGracePeriod(0).delete();
      }
    }
  }
}
