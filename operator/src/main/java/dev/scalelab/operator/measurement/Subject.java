package dev.scalelab.operator.measurement;

import dev.scalelab.operator.api.RunPlan;
import dev.scalelab.operator.api.RunResult;
import dev.scalelab.operator.api.ScalabilityExperiment;
import dev.scalelab.operator.measurement.WindowQueries.Figure;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Database;
import dev.scalelab.operator.plan.Disturbances;
import dev.scalelab.operator.plan.ServerGroup;
import dev.scalelab.operator.platform.Tier;
import dev.scalelab.operator.testbed.PodGroup;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The testbed that is measured, identified by its series' labels and pods' names.
 *
 * @param namespace namespace of the experiment
 * @param experiment name of the experiment
 * @param trial name of the trial
 * @param databases the CloudNativePG Cluster of each of its databases, by the database's name
 * @param dataSources the servers' data sources of each of several databases, by the database's name
 * @param pods the groups of its pods
 * @param servers the groups of its application servers
 * @param taken servers that need not report anything, since they may not be back
 * @param contract what it promises to report
 * @param restarts restarts that were planned
 */
public record Subject(
    String namespace,
    String experiment,
    String trial,
    Map<String, Cluster> databases,
    Map<String, List<DataSource>> dataSources,
    List<PodGroup> pods,
    List<ServerGroup> servers,
    int taken,
    Contract contract,
    PlannedRestarts restarts) {
  /** A testbed in which no restart was planned. */
  public Subject(
      String namespace,
      String experiment,
      String trial,
      Map<String, Cluster> databases,
      Map<String, List<DataSource>> dataSources,
      List<PodGroup> pods,
      List<ServerGroup> servers,
      Contract contract) {
    this(
        namespace,
        experiment,
        trial,
        databases,
        dataSources,
        pods,
        servers,
        0,
        contract,
        PlannedRestarts.NONE);
  }

  /** A CloudNativePG Cluster of that name and number of instances. */
  public record Cluster(String name, int instances) {}

  /**
   * The data source of that name of the servers of a group.
   *
   * @param server number of the only server that has it; null if all have
   */
  public record DataSource(String group, String name, Integer server) {
    /** Of all servers. */
    public DataSource(String group, String name) {
      this(group, name, null);
    }

    private boolean has(Figure pool) {
      String pod = pool.label("pod");
      return pool.label("name").equals(name)
          && (server == null ? pod.startsWith(group + "-") : pod.equals(group + "-" + server));
    }
  }

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
        dataSources(configuration),
        pods,
        configuration.serverGroups(),
        Contract.of(configuration.workload()));
  }

  /**
   * The same testbed in a step of a run: pods that disturbances have taken by its end need not
   * report anything, since they may not be back.
   */
  public Subject during(RunResult run, int step) {
    RunPlan plan = Disturbances.asMade(run);
    return new Subject(
        namespace,
        experiment,
        trial,
        databases,
        dataSources,
        pods.stream()
            .map(group -> group.without(Disturbances.taken(plan, group.tier().label(), step)))
            .toList(),
        servers,
        Disturbances.taken(plan, Tier.APPLICATION.label(), step),
        contract,
        PlannedRestarts.of(run));
  }

  /** Number of application servers that have to report. */
  int replicas() {
    return Math.max(0, servers.stream().mapToInt(ServerGroup::servers).sum() - taken);
  }

  /** Whether a pool of connections is one of a database; a single database has all pools. */
  Predicate<Figure> poolsOf(String database) {
    List<DataSource> all = dataSources.get(database);
    return pool -> all == null || all.stream().anyMatch(one -> one.has(pool));
  }

  /** A selector of the experiment's series that also have these labels. */
  String selector(String matchers) {
    return "{namespace=\"%s\",experiment=\"%s\",%s}".formatted(namespace, experiment, matchers);
  }

  /** Whether it has a balancer. */
  boolean balanced() {
    return pods.stream().anyMatch(group -> group.tier().equals(Tier.BALANCER));
  }

  /**
   * Matchers of all series of its pods, and of those that have neither namespace nor pod, as of
   * machines; null if its pods are not known.
   */
  String scope() {
    String names = pods.stream().map(PodGroup::names).distinct().collect(Collectors.joining("|"));
    return pods.isEmpty() ? null : "namespace=~\"%s|\",pod=~\"(%s)?\"".formatted(namespace, names);
  }

  /** Number of Infinispan servers. */
  int caches() {
    return pods.stream()
        .filter(group -> group.tier().equals(Tier.CACHE))
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

  /** None for a single database, which has all pools. */
  private static Map<String, List<DataSource>> dataSources(Configuration configuration) {
    List<Database> databases = configuration.databases();
    return databases.size() == 1
        ? Map.of()
        : databases.stream()
            .collect(
                Collectors.toMap(
                    Database::name,
                    database ->
                        configuration.serverGroups().stream()
                            .filter(group -> group.databases().contains(database))
                            .map(
                                group ->
                                    new DataSource(
                                        group.name(),
                                        dataSource(group, database),
                                        database.server()))
                            .toList()));
  }

  /**
   * Servers name it after the first of its domains, or after its number if customers are
   * distributed; and a single one, as a private one or the first with customers, main.
   */
  private static String dataSource(ServerGroup group, Database database) {
    if (database.isPrivate()) {
      return "main";
    }
    if (group.domains().isEmpty() && group.store(database) > 1) {
      return "store" + group.store(database);
    }
    if (group.databases().size() == 1 || group.domains().isEmpty()) {
      return "main";
    }
    return Collections.min(group.domainsIn(database)).name().toLowerCase(Locale.ROOT);
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
