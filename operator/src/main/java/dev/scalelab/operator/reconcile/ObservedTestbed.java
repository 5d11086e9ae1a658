package dev.scalelab.operator.reconcile;

import dev.scalelab.operator.loadrun.JobObservation;
import dev.scalelab.operator.testbed.ComponentState;
import java.util.List;

/**
 * The testbed of the current trial, and the Jobs of the current run.
 *
 * @param components its components, first to last; those that were not observed have no readiness
 * @param load the run's load
 * @param audit the Job that counts the rows that the run left
 */
public record ObservedTestbed(
    List<ComponentState> components, JobObservation load, JobObservation audit) {
  public ObservedTestbed {
    components = List.copyOf(components);
  }
}
