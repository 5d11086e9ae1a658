package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.api.ScalabilityTrialStatus;
import dev.scalelab.operator.plan.Configuration;

/**
 * The context of a part.
 *
 * @param experiment the experiment
 * @param configuration the configuration that is measured
 * @param trial status of its trial
 * @param run the current run: the running one, else the next one, from 1
 */
public record ComponentContext(
    ScalabilityExperiment experiment,
    Configuration configuration,
    ScalabilityTrialStatus trial,
    int run) {
  /** The experiment's namespace. */
  public String namespace() {
    return experiment.getMetadata().getNamespace();
  }
}
