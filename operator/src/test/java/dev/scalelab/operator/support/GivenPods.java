package dev.scalelab.operator.support;

import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Planner;
import dev.scalelab.operator.plan.ServerGroup;
import dev.scalelab.operator.plan.ServerTier;
import dev.scalelab.operator.testbed.PodGroup;
import java.util.List;

/** The pods of a testbed as its components make them. */
public final class GivenPods {
  private GivenPods() {}

  /** Of an experiment's system base with that number of servers, and a database if it has one. */
  public static List<PodGroup> of(String name, ScalabilityExperiment experiment, int replicas) {
    Experiments.with(experiment, "sweep: {replicas: [%d]}".formatted(replicas));
    Configuration configuration = Planner.plan(name, experiment.getSpec()).configurations().get(0);
    return Parts.TOPOLOGY.podGroups(configuration);
  }

  /** The servers of a trial: one group of that size. */
  public static List<ServerGroup> servers(String trial, int replicas) {
    String name = trial + "-app";
    return List.of(
        new ServerGroup(null, ServerTier.BOTH, name, replicas, List.of(), List.of(), name));
  }
}
