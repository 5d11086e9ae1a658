package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.ApplicationSpec;
import dev.scalelab.operator.api.BalancerSpec;
import dev.scalelab.operator.api.DatabaseSpec;
import dev.scalelab.operator.api.Domain;
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
import java.util.stream.Stream;

/** Fills in the defaults that follow from other fields, which no schema can hold. Pure. */
final class Resolver {
  private static final String ROLE = "scalelab.dev/role";
  private static final int MIN_CONNECTIONS = 100;

  /** For the dataset and PostgreSQL itself. */
  private static final int OTHER_CONNECTIONS = 10;

  private final ScalabilityExperimentSpec given;
  private final PodSettings pods;
  private final List<Sweep.Choice> choices;
  private final Workload workload;

  private Resolver(ScalabilityExperimentSpec given, PodSettings pods, List<Sweep.Choice> choices) {
    this.given = given;
    this.pods = pods;
    this.choices = choices;
    this.workload = Workload.of(given);
  }

  /**
   * The spec with nothing left out.
   *
   * @param pods settings of all pods where the spec has none
   * @param choices every system of the experiment: some share databases
   */
  static ScalabilityExperimentSpec resolve(
      ScalabilityExperimentSpec given, PodSettings pods, List<Sweep.Choice> choices) {
    Resolver resolver = new Resolver(given, pods, choices);
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

  /** Of every system that shares the databases: the connections that the pools of all need. */
  private int connections(DatabaseSpec database) {
    return Stream.concat(
            Stream.of(
                new Sweep.Choice(
                    Names.BASE_VARIANT, List.of(), given.sweep().replicas(), given.system())),
            choices.stream())
        .filter(choice -> choice.system().databases().equals(given.system().databases()))
        .mapToInt(
            choice ->
                Collections.max(choice.replicas()) * connectionsOfAServer(choice.system(), database)
                    + OTHER_CONNECTIONS)
        .reduce(MIN_CONNECTIONS, Math::max);
  }

  private DatabaseSpec database(DatabaseSpec database) {
    return database.with(
        database.maxConnections() == null
            ? (Integer) connections(database)
            : database.maxConnections(),
        pod(database.pod(), "database"));
  }

  /**
   * A server's pool, and a connection by which it asks whether the database answers. Where
   * transactions span several databases, one more ends what was left of them, and their log has a
   * pool of its own where the customer domain is. A replica, which has the same max_connections,
   * needs no more: one pool and one connection that asks, of each server.
   */
  private int connectionsOfAServer(SystemSpec system, DatabaseSpec database) {
    int pool = system.application().connectionPoolSize();
    if (system.databases().size() == 1) {
      return pool + 1;
    }
    return (workload.domains(database).contains(Domain.CUSTOMER) ? 2 * pool : pool) + 2;
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
