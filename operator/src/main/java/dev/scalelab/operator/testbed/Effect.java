package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.DisturbedPod;
import dev.scalelab.operator.api.PlannedDisturbance;

/** Does one kind of disturbance to a pod. */
interface Effect {
  /** What became of it. */
  enum Outcome {
    /** It was made now. */
    MADE,
    /** An operator before has made it. */
    MADE_BEFORE,
    /** The pod was gone. */
    GONE
  }

  /**
   * A pod to disturb.
   *
   * @param namespace of the pod
   * @param container the one that does its work
   * @param run name of the run
   */
  record Target(
      String namespace,
      String container,
      String run,
      PlannedDisturbance planned,
      DisturbedPod pod) {
    /** A name of this disturbance that no other one has. */
    String token() {
      return run + "-" + planned.name();
    }
  }

  /**
   * Disturbs a pod, unless that has been done.
   *
   * @param again whether an operator has begun before
   * @throws io.fabric8.kubernetes.client.KubernetesClientException when the API server refuses it
   * @throws NotDisturbedException when the pod does not let it happen
   */
  Outcome make(Target target, boolean again);
}
