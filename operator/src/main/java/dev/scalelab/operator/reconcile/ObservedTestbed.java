package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.api.PodPlacement;
import dev.scalelab.operator.loadrun.JobObservation;
import dev.scalelab.operator.testbed.ComponentState;
import java.util.List;

/**
 * The testbed of the current trial, and the Jobs of the current run.
 *
 * @param components its components, first to last; those that were not observed have no readiness
 * @param load the run's load
 * @param audit the Job that counts the rows that the run left
 * @param placement where its pods are; read only when all components have become ready
 * @param cold why its servers are not warm although everything is ready; null if they are
 * @param fault why the trial cannot go on although everything is ready: an image was replaced, or
 *     samples of its runs are gone; null if there is nothing
 */
public record ObservedTestbed(
    List<ComponentState> components,
    JobObservation load,
    JobObservation audit,
    List<PodPlacement> placement,
    String cold,
    String fault) {
  public ObservedTestbed {
    components = List.copyOf(components);
    placement = List.copyOf(placement);
  }

  /** A testbed whose pods were not looked at. */
  ObservedTestbed(List<ComponentState> components, JobObservation load, JobObservation audit) {
    this(components, load, audit, List.of(), null, null);
  }

  /** The same, with what is missing of its pods or its runs. */
  ObservedTestbed with(List<PodPlacement> pods, String otherFault) {
    return new ObservedTestbed(components, load, audit, pods, cold, otherFault);
  }

  /** The same, with why its servers are not warm. */
  ObservedTestbed withCold(String why) {
    return new ObservedTestbed(components, load, audit, placement, why, fault);
  }
}
