package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Names;

/**
 * The testbed that is measured, as its series' labels and pods' names tell it.
 *
 * @param namespace namespace of the experiment
 * @param experiment name of the experiment
 * @param trial name of the trial
 * @param database name of its database
 * @param replicas number of application servers
 * @param contract what it promises to tell
 */
public record Subject(
    String namespace,
    String experiment,
    String trial,
    String database,
    int replicas,
    Contract contract) {
  /** The testbed of a configuration. */
  public static Subject of(ScalabilityExperiment experiment, Configuration configuration) {
    return new Subject(
        experiment.getMetadata().getNamespace(),
        configuration.experiment(),
        configuration.name(),
        Names.database(configuration.experiment(), configuration.layout()),
        configuration.replicas(),
        Contract.of(configuration.workload()));
  }
}
