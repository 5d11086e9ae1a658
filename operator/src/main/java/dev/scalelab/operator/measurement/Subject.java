package dev.scalelab.operator.measurement;

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
  /** Name of the trial. */
  public String trial() {
    return Names.trial(experiment, variant, replicas);
  }
}
