package dev.scalelab.operator.support;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.readiness.Readiness;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Simulates the Infinispan operator: for each Infinispan it creates a StatefulSet of the same name
 * without labels, whose pods have the labels that the resource names, and reports in a condition
 * whether they have formed a cluster.
 */
public final class PlayedInfinispanOperator {
  private static final String API_VERSION = "infinispan.org/v1";
  private static final String KIND = "Infinispan";

  /** Of a version, where the resource names no image. */
  private static final String IMAGE = "quay.io/infinispan/server:";

  private final KubernetesClient client;
  private final String namespace;

  public PlayedInfinispanOperator(KubernetesClient client, String namespace) {
    this.client = client;
    this.namespace = namespace;
  }

  /** Every Infinispan. */
  public List<GenericKubernetesResource> all() {
    return client
        .genericKubernetesResources(API_VERSION, KIND)
        .inNamespace(namespace)
        .list()
        .getItems();
  }

  /**
   * Creates what is missing for all of them, and reports those as formed whose pods are ready. What
   * belongs to one that is gone is removed, as by a cluster's garbage collector.
   */
  public void play() {
    List<GenericKubernetesResource> all = all();
    collectGarbage(all.stream().map(one -> one.getMetadata().getUid()).toList());
    for (GenericKubernetesResource one : all) {
      if (one.getMetadata().getDeletionTimestamp() == null) {
        StatefulSet servers = servers(one);
        if (servers == null) {
          client.resource(made(one)).create();
        } else if (ready(servers)) {
          report(one, "True", "View: " + one.getMetadata().getName());
        }
      }
    }
  }

  private void collectGarbage(List<String> owners) {
    client.apps().statefulSets().inNamespace(namespace).list().getItems().stream()
        .filter(
            servers ->
                servers.getMetadata().getOwnerReferences().stream()
                    .anyMatch(
                        owner -> owner.getKind().equals(KIND) && !owners.contains(owner.getUid())))
        .forEach(servers -> client.resource(servers).delete());
  }

  /** Reports for one of them whether it has formed a cluster. */
  public void report(GenericKubernetesResource one, String wellFormed, String message) {
    GenericKubernetesResource stored = client.resource(one).get();
    stored.setAdditionalProperty(
        "status",
        Map.of(
            "conditions",
            List.of(Map.of("type", "WellFormed", "status", wellFormed, "message", message))));
    client.resource(stored).updateStatus();
  }

  private StatefulSet servers(GenericKubernetesResource one) {
    return client
        .apps()
        .statefulSets()
        .inNamespace(namespace)
        .withName(one.getMetadata().getName())
        .get();
  }

  private boolean ready(StatefulSet servers) {
    return client
            .pods()
            .inNamespace(namespace)
            .withLabel("infinispan_cr", servers.getMetadata().getName())
            .list()
            .getItems()
            .stream()
            .filter(Readiness::isPodReady)
            .count()
        == servers.getSpec().getReplicas();
  }

  private static StatefulSet made(GenericKubernetesResource one) {
    String name = one.getMetadata().getName();
    Map<String, String> labels = new HashMap<>(Map.of("infinispan_cr", name));
    for (String label :
        one.getMetadata().getAnnotations().get("infinispan.org/podTargetLabels").split(",")) {
      labels.put(label, one.getMetadata().getLabels().get(label));
    }
    Integer replicas = one.get("spec", "replicas");
    String given = one.get("spec", "image");
    String image = given == null ? IMAGE + one.get("spec", "version") : given;
    return new StatefulSetBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(one.getMetadata().getNamespace())
        .withOwnerReferences(
            new OwnerReferenceBuilder()
                .withApiVersion(API_VERSION)
                .withKind(KIND)
                .withName(name)
                .withUid(one.getMetadata().getUid())
                .withController(true)
                .build())
        .endMetadata()
        .withNewSpec()
        .withServiceName(name)
        .withReplicas(replicas)
        .withNewSelector()
        .withMatchLabels(Map.of("infinispan_cr", name))
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .withLabels(labels)
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("infinispan")
        .withImage(image)
        .endContainer()
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }
}
