package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Database;
import dev.scalelab.operator.plan.Disturbances;
import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.testbed.PodGroup;
import dev.scalelab.operator.testbed.RemoteCache;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The testbed that is measured, identified by its series' labels and pods' names.
 *
 * @param namespace namespace of the experiment
 * @param experiment name of the experiment
 * @param trial name of the trial
 * @param databases the CloudNativePG Cluster of each of its databases, by the database's name
 * @param dataSources the servers' data source of each of several databases, by the database's name
 * @param pods the groups of its pods
 * @param replicas number of application servers
 * @param contract what it promises to report
 * @param restarts restarts that were planned
 */
public record Subject(
    String namespace,
    String experiment,
    String trial,
    Map<String, Cluster> databases,
    Map<String, String> dataSources,
    List<PodGroup> pods,
    int replicas,
    Contract contract,
    PlannedRestarts restarts) {
  /** A testbed in which no restart was planned. */
  public Subject(
      String namespace,
      String experiment,
      String trial,
      Map<String, Cluster> databases,
      Map<String, String> dataSources,
      List<PodGroup> pods,
      int replicas,
      Contract contract) {
    this(
        namespace,
        experiment,
        trial,
        databases,
        dataSources,
        pods,
        replicas,
        contract,
        PlannedRestarts.NONE);
  }

  /** A CloudNativePG Cluster of that name and number of instances. */
  public record Cluster(String name, int instances) {}

  /**
   * The testbed of a configuration.
   *
   * @param pods the groups of its pods; empty for figures that are not of containers
   */
  public static Subject of(
      ScalabilityExperiment experiment, Configuration configuration, List<PodGroup> pods) {
    return new Subject(
        experiment.getMetadata().getNamespace(),
        configuration.experiment(),
        configuration.name(),
        databases(configuration),
        dataSources(configuration.databases()),
        pods,
        configuration.replicas(),
        Contract.of(configuration.workload()),
        PlannedRestarts.NONE);
  }

  /**
   * The same testbed in a step of a run: pods that disturbances have taken by its end need not
   * report anything, since they may not be back.
   */
  public Subject during(RunResult run, int step) {
    RunPlan plan = run.plan();
    int servers = Disturbances.taken(plan, Tier.APPLICATION.label(), step);
    return new Subject(
        namespace,
        experiment,
        trial,
        databases,
        dataSources,
        pods.stream()
            .map(group -> group.without(Disturbances.taken(plan, group.tier().label(), step)))
            .toList(),
        Math.max(0, replicas - servers),
        contract,
        PlannedRestarts.of(run));
  }

  /** A selector of the experiment's series that also have these labels. */
  String selector(String matchers) {
    return "{namespace=\"%s\",experiment=\"%s\",%s}".formatted(namespace, experiment, matchers);
  }

  /** Whether it has a balancer. */
  boolean balanced() {
    return pods.stream().anyMatch(group -> group.tier().equals(Tier.BALANCER));
  }

  /** Number of Infinispan servers. */
  int caches() {
    return pods.stream()
        .filter(group -> group.tier().equals(RemoteCache.TIER))
        .mapToInt(PodGroup::count)
        .sum();
  }

  /** Number of instances of all databases. */
  int databaseInstances() {
    return databases.values().stream().mapToInt(Cluster::instances).sum();
  }

  /** A regular expression for the names of all databases' pods. */
  String databasePods() {
    return instances(databases.values());
  }

  /** A regular expression for the pod names of these CloudNativePG Clusters. */
  static String instances(Collection<Cluster> clusters) {
    String all = clusters.stream().map(Cluster::name).collect(Collectors.joining("|"));
    return (clusters.size() > 1 ? "(" + all + ")" : all) + "-[0-9]+";
  }

  /**
   * The data source of the first of a database's domains; a single database has the only pool, and
   * so has each server's private one.
   */
  private static Map<String, String> dataSources(List<Database> databases) {
    return databases.size() == 1 || databases.stream().anyMatch(Database::isPrivate)
        ? Map.of()
        : databases.stream()
            .collect(
                Collectors.toMap(
                    Database::name,
                    one -> Collections.min(one.domains()).name().toLowerCase(Locale.ROOT)));
  }

  private static Map<String, Cluster> databases(Configuration configuration) {
    Map<String, Cluster> databases = new LinkedHashMap<>();
    configuration
        .databases()
        .forEach(
            one -> databases.put(one.name(), new Cluster(one.cluster(), one.spec().instances())));
    return databases;
  }
}
