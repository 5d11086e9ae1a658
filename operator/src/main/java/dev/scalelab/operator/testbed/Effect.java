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
   * @param experiment name of its experiment
   * @param namespace of the pod
   * @param container the one that does its work
   * @param run name of the run
   */
  record Target(
      String namespace,
      String experiment,
      String container,
      String run,
      PlannedDisturbance planned,
      DisturbedPod pod) {
    /** Its experiment, as on a node that is held for it. */
    String holder() {
      return HeldNodes.holder(namespace, experiment);
    }

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

  /** Ends what does not end by itself, unless that has been done. */
  default void end(Target target) {}
}
