package dev.scalelab.operator.testbed;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;

/**
 * An object that creates pods, whose admission is tried by a dry run before anything exists.
 *
 * @param field the field of the manifest on which it depends
 * @param workload the object
 * @param guess its first pod as far as is known, if an operator creates it: a policy's denial of it
 *     is no proof, and an object that exists is not tried; null if a controller of Kubernetes does,
 *     whose pod is known exactly
 * @param provisioner the field that chooses a StatefulSet instead; null if there is no other way
 */
public record AdmissionProbe(String field, HasMetadata workload, Pod guess, String provisioner) {
  /** An object whose pods are created by a controller of Kubernetes. */
  public static AdmissionProbe exact(String field, HasMetadata workload) {
    return new AdmissionProbe(field, workload, null, null);
  }

  /** An object of an operator, instead of which there may be a StatefulSet. */
  static AdmissionProbe ofProvisioner(String field, HasMetadata workload, Pod guess) {
    return new AdmissionProbe(field, workload, guess, field + ".provisioner");
  }
}
