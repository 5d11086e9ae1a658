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

/** Fills in the defaults that follow from other fields, which no schema can hold. Pure. */
final class Resolver {
  private static final String ROLE = "scalelab.dev/role";
  private static final int MIN_CONNECTIONS = 100;

  /** For the dataset and PostgreSQL itself. */
  private static final int OTHER_CONNECTIONS = 10;

  private final ScalabilityExperimentSpec given;
  private final PodSettings pods;
  private final int connections;
  private final Workload workload;

  private Resolver(ScalabilityExperimentSpec given, PodSettings pods, int connections) {
    this.given = given;
    this.pods = pods;
    this.connections = connections;
    this.workload = Workload.of(given);
  }

  /**
   * The spec with nothing left out.
   *
   * @param pods settings of all pods where the spec has none
   * @param connections max_connections of databases where the spec has none
   */
  static ScalabilityExperimentSpec resolve(
      ScalabilityExperimentSpec given, PodSettings pods, int connections) {
    Resolver resolver = new Resolver(given, pods, connections);
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

  /** The connections that the pools of the largest of these systems need. */
  static int connections(List<Sweep.Choice> choices) {
    return choices.stream()
        .mapToInt(
            choice ->
                Collections.max(choice.replicas())
                        * (choice.system().application().connectionPoolSize() + 1)
                    + OTHER_CONNECTIONS)
        .reduce(MIN_CONNECTIONS, Math::max);
  }

  private DatabaseSpec database(DatabaseSpec database) {
    return database.with(
        database.maxConnections() == null ? (Integer) connections : database.maxConnections(),
        pod(database.pod(), "database"));
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
