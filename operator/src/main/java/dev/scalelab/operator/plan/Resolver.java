package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.ApplicationSpec;
import dev.scalelab.operator.api.BalancerSpec;
import dev.scalelab.operator.api.DatabaseSpec;
import dev.scalelab.operator.api.GeneratorsSpec;
import dev.scalelab.operator.api.LoadSpec;
import dev.scalelab.operator.api.PodSettings;
import dev.scalelab.operator.api.ScalabilityExperimentSpec;
import dev.scalelab.operator.api.SystemSpec;
import dev.scalelab.operator.api.WorkloadSpec;
import dev.scalelab.operator.workload.Workload;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Sets the defaults that depend on other fields, which a schema cannot express. Pure. */
final class Resolver {
  private static final String ROLE = "scalelab.dev/role";
  private static final int MIN_CONNECTIONS = 100;

  private final ScalabilityExperimentSpec given;
  private final PodSettings pods;
  private final List<Sweep.Choice> choices;
  private final Map<String, Integer> recorded;
  private final Workload workload;

  private Resolver(
      ScalabilityExperimentSpec given,
      PodSettings pods,
      List<Sweep.Choice> choices,
      Map<String, Integer> recorded) {
    this.given = given;
    this.pods = pods;
    this.choices = choices;
    this.recorded = recorded;
    this.workload = Workload.of(given);
  }

  /**
   * The complete spec.
   *
   * @param pods default settings of all pods
   * @param choices every system of the experiment: some share databases
   * @param recorded connections of its databases by name, if they are already configured
   */
  static ScalabilityExperimentSpec resolve(
      ScalabilityExperimentSpec given,
      PodSettings pods,
      List<Sweep.Choice> choices,
      Map<String, Integer> recorded) {
    Resolver resolver = new Resolver(given, pods, choices, recorded);
    return given.with(
        resolver.workload(),
        resolver.system(),
        resolver.load(),
        given.objectives().or(resolver.workload.usualResponseTimes()));
  }

  private WorkloadSpec workload() {
    return given.workload().scale() == null
        ? given.workload().withScale(workload.minScale(given.load()))
        : given.workload();
  }

  private SystemSpec system() {
    SystemSpec system = given.system();
    ApplicationSpec application = system.application();
    BalancerSpec balancer = system.balancer();
    return new SystemSpec(
        application.with(pod(application.pod(), "app")),
        system.state(),
        system.databases().stream().map(this::database).toList(),
        balancer.with(pod(balancer.pod(), "load")));
  }

  /** The connections needed by the pools of all systems that share the databases. */
  private int connections(DatabaseSpec database) {
    return Stream.concat(
            Stream.of(
                new Sweep.Choice(
                    Names.BASE_VARIANT, List.of(), given.sweep().replicas(), given.system())),
            choices.stream())
        .filter(choice -> choice.system().databases().equals(given.system().databases()))
        .mapToInt(
            choice ->
                Connections.needed(
                    workload, choice.system(), database, Collections.max(choice.replicas())))
        .reduce(MIN_CONNECTIONS, Math::max);
  }

  private DatabaseSpec database(DatabaseSpec database) {
    Integer connections =
        Optional.ofNullable(database.maxConnections())
            .or(() -> Optional.ofNullable(recorded.get(database.name())))
            .orElseGet(() -> connections(database));
    return database.with(connections, pod(database.pod(), "database"));
  }

  private LoadSpec load() {
    GeneratorsSpec generators = given.load().generators();
    return given.load().with(generators.with(pod(generators.pod(), "load")));
  }

  private PodSettings pod(PodSettings pod, String role) {
    PodSettings ofTier =
        new PodSettings(Map.of(ROLE, role), null, null, null, null, null, null, null);
    return (pod == null ? PodSettings.NONE : pod).or(pods).or(ofTier);
  }
}
