package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.ApplicationSpec;
import dev.scalelab.operator.api.DatabaseSpec;
import dev.scalelab.operator.api.LoadSpec;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.workload.Workload;

/**
 * One configuration to measure: a variant at a number of servers, with its own complete spec.
 *
 * @param experiment name of the experiment
 * @param name name of the trial that measures it, unique in the namespace
 * @param variant the variant; base is the system as given
 * @param replicas number of application servers
 * @param order place in the plan, from 1
 * @param spec the spec with every default filled in, also those that are derived
 * @param hash hash of everything that the results depend on
 */
public record Configuration(
    String experiment,
    String name,
    String variant,
    int replicas,
    int order,
    ScalabilityExperimentSpec spec,
    String hash) {

  /** The same configuration with another spec; its hash stays. */
  public Configuration with(ScalabilityExperimentSpec other) {
    return new Configuration(experiment, name, variant, replicas, order, other, hash);
  }

  /** What users do. */
  public Workload workload() {
    return Workload.of(spec);
  }

  /** One application server. */
  public ApplicationSpec application() {
    return spec.system().application();
  }

  /** The database that all servers share. */
  public DatabaseSpec database() {
    return spec.system().database();
  }

  /** The load. */
  public LoadSpec load() {
    return spec.load();
  }

  /** Valid runs to be made. */
  public int repetitions() {
    return spec.load().repetitions();
  }
}
