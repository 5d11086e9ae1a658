package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** A pod to which something is done on purpose. */
public record DisturbedPod(
    @JsonPropertyDescription("Name of the pod.") String pod,
    @JsonPropertyDescription("Name of its node.") String node,
    @JsonPropertyDescription("Its uid: a pod that follows it under the same name has another one.")
        String uid,
    @JsonPropertyDescription("Its tier, if it is another one than that of the disturbance.")
        String tier)
    implements OmitsNulls {

  /** One of the disturbance's own tier. */
  public DisturbedPod(String pod, String node, String uid) {
    this(pod, node, uid, null);
  }
}
