package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.ApplicationSpec;
import dev.scalelab.operator.api.DatabaseSpec;
import dev.scalelab.operator.api.FactorValue;
import dev.scalelab.operator.api.LoadSpec;
import dev.scalelab.operator.api.RemoteStateSpec;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.StateSpec;
import dev.scalelab.operator.workload.Workload;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One configuration to measure: a variant at a number of servers, with its own complete spec.
 *
 * @param experiment name of the experiment
 * @param name name of the trial that measures it, unique in the namespace
 * @param variant the variant; base is the system as given
 * @param factors its values of factors
 * @param replicas number of application servers
 * @param order place in the plan, from 1
 * @param spec the spec with all defaults, including derived ones
 * @param layout name of its database layout: configurations with the same settings of databases
 *     share them
 * @param hash hash of everything that the results depend on
 */
public record Configuration(
    String experiment,
    String name,
    String variant,
    List<FactorValue> factors,
    int replicas,
    int order,
    ScalabilityExperimentSpec spec,
    String layout,
    String hash) {
  private static final int SMALLEST_POOL = 5;

  /** Its name within the experiment, such as base-2. */
  public String shortName() {
    return name.substring(experiment.length() + 1);
  }

  /** Name of its system, the same for every number of servers, such as base. */
  public String system() {
    return name.substring(experiment.length() + 1, name.lastIndexOf('-'));
  }

  /** The system as text, for example base with application.heap=256Mi. */
  public String systemText() {
    return Names.systemText(variant, factors);
  }

  /** The same configuration with another spec; its hash stays. */
  public Configuration with(ScalabilityExperimentSpec other) {
    return new Configuration(
        experiment, name, variant, factors, replicas, order, other, layout, hash);
  }

  /** Path of a field of its system in the manifest: within its variant, unless that is base. */
  public String field(String path) {
    return variant.equals(Names.BASE_VARIANT) || variant.equals(Names.BASE_AGAIN)
        ? path
        : path.replaceFirst(
            "^spec\\.(system|workload|load)\\b", "spec.variants[" + variant + "].$1");
  }

  /** What users do. */
  public Workload workload() {
    return Workload.of(spec);
  }

  /** One application server; of the web tier, if each tier has servers of its own. */
  public ApplicationSpec application() {
    return spec.system().application();
  }

  /** One application server of a group. */
  public ApplicationSpec application(ServerGroup group) {
    return group.tier() == ServerTier.BEANS ? spec.system().beanServer() : application();
  }

  /** Its servers: a group for each partition or tier, or one, which does all work. */
  public List<ServerGroup> serverGroups() {
    return Partitions.groups(this);
  }

  /**
   * Connections that each pool opens at its start. Where some may be refused, each server begins
   * with one, so that all can start.
   */
  public int smallestPool() {
    ApplicationSpec server = application();
    if (server.connectionPoolMinSize() != null) {
      return server.connectionPoolMinSize();
    }
    boolean refused = databases().stream().anyMatch(one -> one.spec().refusesConnections());
    return refused ? 1 : Math.min(SMALLEST_POOL, server.connectionPoolSize());
  }

  /** The Infinispan servers with the application's state; null if the servers have it. */
  public RemoteStateSpec remoteState() {
    StateSpec state = spec.system().state();
    return state.storesRemotely() ? state.remote() : null;
  }

  /**
   * The databases that all servers share, or a private one for each server; empty if the workload
   * uses none.
   */
  public List<Database> databases() {
    Workload workload = workload();
    if (!workload.usesDatabase()) {
      return List.of();
    }
    List<DatabaseSpec> databases = spec.system().databases();
    if (databases.get(0).onePerServer()) {
      return IntStream.range(0, replicas).mapToObj(this::privateDatabase).toList();
    }
    return databases.stream()
        .map(
            database ->
                new Database(
                    databases.size() == 1
                        ? Names.database(experiment, layout)
                        : Names.database(experiment, layout, database.name()),
                    workload.domains(database),
                    database))
        .toList();
  }

  /**
   * The databases that admit too few connections for larger pools with any number of servers of the
   * experiment, as databases[main]; empty if all admit enough.
   *
   * @param size connections of each pool
   */
  public List<String> databasesTooSmallFor(int size) {
    return Connections.tooSmall(this, size);
  }

  private Database privateDatabase(int server) {
    DatabaseSpec database = spec.system().databases().get(0);
    String name = Names.database(experiment, layout, "" + server);
    return new Database(name, workload().domains(database), database, server);
  }

  /**
   * Whether the containers of a tier's pods must share their processes with the pod, since a
   * disturbance sends them signals: the first process of a container ignores those from within.
   * Null if not, as in a pod without that field.
   */
  public Boolean sharesProcesses(String tierLabel) {
    return spec.disturbances().stream()
            .anyMatch(one -> one.action().signals() && one.tier().equalsIgnoreCase(tierLabel))
        ? Boolean.TRUE
        : null;
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
