package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;

/**
 * The testbed that is measured, as its series' labels and pods' names tell it.
 *
 * @param namespace namespace of the experiment
 * @param experiment name of the experiment
 * @param variant the variant; its trials share one database
 * @param replicas number of application servers
 * @param contract what it promises to tell
 */
public record Subject(
    String namespace, String experiment, String variant, int replicas, Contract contract) {
  /** The testbed of a configuration. */
  public static Subject of(ScalabilityExperiment experiment, Configuration configuration) {
    return new Subject(
        experiment.getMetadata().getNamespace(),
        configuration.experiment(),
        configuration.variant(),
        configuration.replicas(),
        Contract.of(configuration.workload()));
  }

  /** Name of the trial. */
  public String trial() {
    return Names.trial(experiment, variant, replicas);
  }
}
