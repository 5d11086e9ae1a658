package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.ApplicationSpec;
import dev.scalelab.operator.api.BalancerSpec;
import dev.scalelab.operator.api.DatabaseSpec;
import dev.scalelab.operator.api.GeneratorsSpec;
import dev.scalelab.operator.api.LoadSpec;
import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.RemoteStateSpec;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.StateSpec;
import dev.scalelab.operator.api.SweepOrder;
import dev.scalelab.operator.api.SystemSpec;
import dev.scalelab.operator.workload.Workload;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Sets the defaults that depend on other fields, which a schema cannot express. Pure. */
final class Resolver {
  private static final String ROLE = "scalelab.dev/role";
  private static final int MIN_CONNECTIONS = 100;

  private final PodSettings pods;

  /** The systems that share databases, by the databases' settings. */
  private final Map<List<DatabaseSpec>, List<Sweep.Choice>> sharing;

  /** The connections that these systems need of a database. */
  private final Map<Shared, Integer> needed = new HashMap<>();

  private record Shared(List<DatabaseSpec> databases, DatabaseSpec database) {}

  /**
   * @param pods default settings of all pods
   * @param choices every system of the experiment: some share databases
   */
  Resolver(PodSettings pods, List<Sweep.Choice> choices) {
    this.pods = pods;
    this.sharing = choices.stream().collect(Collectors.groupingBy(Sweep.Choice::databases));
  }

  /**
   * The complete spec.
   *
   * @param recorded connections of its databases by name, if they are already configured
   */
  ScalabilityExperimentSpec resolve(
      ScalabilityExperimentSpec given, Map<String, Integer> recorded) {
    Workload workload = Workload.of(given);
    SweepOrder usual = given.load().repetitions() > 1 ? SweepOrder.INTERLEAVED : SweepOrder.LISTED;
    return given.with(
        all ->
            all.sweep(given.sweep().orElse(usual))
                .workload(
                    given.workload().scale() == null
                        ? given.workload().withScale(workload.minScale(given.load()))
                        : given.workload())
                .system(system(given, workload, recorded))
                .load(load(given.load()))
                .objectives(given.objectives().or(workload.usualResponseTimes())));
  }

  private SystemSpec system(
      ScalabilityExperimentSpec given, Workload workload, Map<String, Integer> recorded) {
    SystemSpec system = given.system();
    ApplicationSpec application = system.application();
    BalancerSpec balancer = system.balancer();
    return new SystemSpec(
        application.withPod(pod(application.pod(), "app")),
        state(system.state()),
        system.partitions(),
        system.tiers(),
        system.databases().stream()
            .map(database -> database(given, workload, database, recorded.get(database.name())))
            .toList(),
        balancer.withPod(pod(balancer.pod(), "load")));
  }

  private StateSpec state(StateSpec state) {
    if (!state.storesRemotely()) {
      return state;
    }
    RemoteStateSpec remote = state.remote() == null ? RemoteStateSpec.USUAL : state.remote();
    return state.with(remote.withPod(pod(remote.pod(), "database")));
  }

  private DatabaseSpec database(
      ScalabilityExperimentSpec given, Workload workload, DatabaseSpec database, Integer recorded) {
    Integer connections =
        Optional.ofNullable(database.maxConnections())
            .or(() -> Optional.ofNullable(recorded))
            .orElseGet(() -> connections(given, workload, database));
    return database.with(
        all -> all.maxConnections(connections).pod(pod(database.pod(), "database")));
  }

  /** The connections needed by the pools of all systems that share the databases. */
  private int connections(
      ScalabilityExperimentSpec given, Workload workload, DatabaseSpec database) {
    SystemSpec system = given.system();
    int own = connections(workload, system, database, given.sweep().replicas());
    int others =
        needed.computeIfAbsent(
            new Shared(system.databases(), database),
            shared ->
                sharing.getOrDefault(shared.databases(), List.of()).stream()
                    .mapToInt(
                        one -> connections(workload, one.spec().system(), database, one.replicas()))
                    .reduce(MIN_CONNECTIONS, Math::max));
    return Math.max(own, others);
  }

  private static int connections(
      Workload workload, SystemSpec system, DatabaseSpec database, List<Integer> replicas) {
    // With more servers, a partition may have fewer: the shares are rounded.
    return replicas.stream()
        .mapToInt(servers -> Connections.needed(workload, system, database, servers))
        .max()
        .orElseThrow();
  }

  private LoadSpec load(LoadSpec load) {
    GeneratorsSpec generators = load.generators();
    return load.withGenerators(generators.withPod(pod(generators.pod(), "load")));
  }

  private PodSettings pod(PodSettings pod, String role) {
    PodSettings ofTier =
        new PodSettings(Map.of(ROLE, role), null, null, null, null, null, null, null);
    return (pod == null ? PodSettings.NONE : pod).or(pods).or(ofTier);
  }
}
