package dev.scalelab.operator.testbed;

/**
 * Takes the node of a pod away from new pods for a time, and ends the pod: the node is held before
 * its first pod ends, so that the pod that follows does not return to it.
 */
final class NodeEffect implements Effect {
  private final HeldNodes nodes;
  private final Effect ofPod;

  /**
   * @param ofPod what ends each pod on the node
   */
  NodeEffect(HeldNodes nodes, Effect ofPod) {
    this.nodes = nodes;
    this.ofPod = ofPod;
  }

  @Override
  public Outcome make(Target target, boolean again) {
    nodes.hold(target.pod().node(), target.holder(), target.planned().durationSeconds());
    return ofPod.make(target, again);
  }

  @Override
  public void end(Target target) {
    nodes.release(target.pod().node(), target.holder());
  }
}
