package dev.scalelab.operator.testbed;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import java.util.Map;
import java.util.Optional;

/** The pod that a controller of Kubernetes creates first for its object: owned, named, labelled. */
final class ControlledPod {
  private static final String HASH = "6d4b75cb6d";

  /** For the owner of a check's pod, which does not exist. */
  private static final String NO_UID = "00000000-0000-0000-0000-000000000000";

  private ControlledPod() {}

  /** The pod of a StatefulSet, of a Deployment or of a Job; empty for other objects. */
  static Optional<Pod> of(HasMetadata workload) {
    String name = workload.getMetadata().getName();
    if (workload instanceof StatefulSet set) {
      String pod = name + "-0";
      Map<String, String> labels =
          Map.of("statefulset.kubernetes.io/pod-name", pod, "apps.kubernetes.io/pod-index", "0");
      Pod made = pod(workload, set.getSpec().getTemplate(), pod, labels, owner(workload));
      made.getSpec().setHostname(pod);
      made.getSpec().setSubdomain(set.getSpec().getServiceName());
      return Optional.of(made);
    }
    if (workload instanceof Deployment deployment) {
      String set = name + "-" + HASH;
      OwnerReference owner =
          new OwnerReferenceBuilder(owner(workload)).withKind("ReplicaSet").withName(set).build();
      Map<String, String> labels = Map.of("pod-template-hash", HASH);
      return Optional.of(
          pod(workload, deployment.getSpec().getTemplate(), set + "-x7k2p", labels, owner));
    }
    if (workload instanceof Job job) {
      String indexed = "Indexed".equals(job.getSpec().getCompletionMode()) ? "-0" : "";
      Map<String, String> labels = Map.of("batch.kubernetes.io/job-name", name, "job-name", name);
      String pod = name + indexed + "-x7k2p";
      return Optional.of(pod(workload, job.getSpec().getTemplate(), pod, labels, owner(workload)));
    }
    return Optional.empty();
  }

  /**
   * A controller's own reference blocks the owner's deletion, for which the operator has no right.
   */
  static OwnerReference owner(HasMetadata workload) {
    String uid = workload.getMetadata().getUid();
    return new OwnerReferenceBuilder()
        .withApiVersion(workload.getApiVersion())
        .withKind(workload.getKind())
        .withName(workload.getMetadata().getName())
        .withUid(uid == null ? NO_UID : uid)
        .withController(true)
        .build();
  }

  private static Pod pod(
      HasMetadata workload,
      PodTemplateSpec template,
      String name,
      Map<String, String> labels,
      OwnerReference owner) {
    return new PodBuilder()
        .withNewMetadataLike(template.getMetadata())
        .withName(name)
        .withNamespace(workload.getMetadata().getNamespace())
        .addToLabels(labels)
        .withOwnerReferences(owner)
        .endMetadata()
        .withNewSpecLike(template.getSpec())
        .endSpec()
        .build();
  }
}
