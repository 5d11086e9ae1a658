package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.ApplicationSpec;
import dev.scalelab.operator.api.DatabaseParameters;
import dev.scalelab.operator.api.DatabaseSpec;
import dev.scalelab.operator.api.Domain;
import dev.scalelab.operator.api.PartitionSpec;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.SystemSpec;
import dev.scalelab.operator.workload.Workload;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Connections that the servers of a configuration need of a database. Pure. */
final class Connections {
  /** Connections for the dataset's Jobs and CloudNativePG's exporter, which is no superuser. */
  private static final int OTHERS = 7;

  /** PostgreSQL's default of superuser_reserved_connections: CloudNativePG's own connections. */
  private static final int SUPERUSERS = 3;

  private Connections() {}

  /**
   * Connections that this number of servers needs: for each its pool, and one for its health check
   * of the database. A server whose domains are in several databases uses one more to complete
   * interrupted transactions, and the transaction log has its own pool in the database with the
   * customer domain. A replica, which has the same max_connections, needs no more: one pool and one
   * health check per server. Connections that PostgreSQL reserves are not for the pools. Where the
   * servers are in partitions, only those of partitions with one of its domains use a database; and
   * of tiers, only those with the beans.
   */
  static int needed(Workload workload, SystemSpec system, DatabaseSpec database, int replicas) {
    int others = OTHERS + reserved(database);
    if (database.onePerServer()) {
      return system.application().connectionPoolSize() + 1 + others;
    }
    List<PartitionSpec> partitions = system.groups();
    if (partitions.isEmpty()) {
      return replicas * ofAServer(workload, system, database, system.databases()) + others;
    }
    List<Integer> servers = Partitions.shares(partitions, replicas);
    return others
        + IntStream.range(0, partitions.size())
            .map(
                i ->
                    servers.get(i)
                        * ofAServer(
                            workload, system, database, used(workload, system, partitions.get(i))))
            .sum();
  }

  /** The databases that the servers of a partition or tier use. */
  private static List<DatabaseSpec> used(
      Workload workload, SystemSpec system, PartitionSpec partition) {
    return system.databases().stream()
        .filter(one -> Partitions.uses(workload, system, partition, one))
        .toList();
  }

  private static int ofAServer(
      Workload workload, SystemSpec system, DatabaseSpec database, List<DatabaseSpec> used) {
    if (!used.contains(database)) {
      return 0;
    }
    int pool = system.application().connectionPoolSize();
    if (used.size() == 1 || !workload.hasDomains()) {
      return pool + 1;
    }
    boolean log = workload.domains(database).contains(Domain.CUSTOMER);
    return (log ? 2 * pool : pool) + 2;
  }

  /**
   * Connections that the servers may share, so that those of the dataset's Jobs are kept; only
   * where the database may refuse some.
   */
  static int shared(DatabaseSpec database) {
    return database.maxConnections() - OTHERS - reserved(database);
  }

  private static int reserved(DatabaseSpec database) {
    return Math.max(
            SUPERUSERS, parameter(database, DatabaseParameters.RESERVED_FOR_SUPERUSERS, SUPERUSERS))
        + parameter(database, DatabaseParameters.RESERVED, 0);
  }

  /** A number that the CRD's rules allow; they did not exist when some specs were stored. */
  private static int parameter(DatabaseSpec database, String name, int byDefault) {
    String value = database.parameters() == null ? null : database.parameters().get(name);
    return value != null && value.matches("[0-9]{1,4}") ? Integer.parseInt(value) : byDefault;
  }

  /** The violation, if one of the configuration's databases has too few connections. */
  static Optional<Violation> tooFew(Configuration configuration) {
    return tooFew(
        configuration,
        "%s needs %d connections, but %d were configured when the experiment started: apply it under"
            + " a new name with this configuration from the start, or with maxConnections");
  }

  /**
   * The same before the experiment starts, where servers are in partitions or tiers: the schema's
   * rule, which does not know which of them use a database, excepts them.
   */
  static Optional<Violation> tooFewForPartitions(Configuration configuration) {
    SystemSpec system = configuration.spec().system();
    return system.partitions() == null && !system.splitsTiers()
        ? Optional.empty()
        : tooFew(
            configuration,
            "%s needs %d connections of the servers that use it, and maxConnections is %d: otherwise"
                + " connections are refused under load; with connections: Unchecked they may be, and"
                + " two for each of these servers, and 10, are enough");
  }

  private static Optional<Violation> tooFew(Configuration configuration, String message) {
    return configuration.databases().stream()
        .filter(database -> needed(configuration, database) > database.spec().maxConnections())
        .findFirst()
        .map(
            database ->
                new Violation(
                    configuration.field(database.field()) + ".maxConnections",
                    Reason.SPEC_INVALID,
                    message.formatted(
                        configuration.shortName(),
                        needed(configuration, database),
                        database.spec().maxConnections())));
  }

  /**
   * The databases that would have to refuse connections of larger pools, by their paths in the
   * system.
   *
   * @param size connections of each pool
   */
  static List<String> tooSmall(Configuration configuration, int size) {
    SystemSpec system = configuration.spec().system();
    SystemSpec larger = system.withApplication(system.application().withConnectionPoolSize(size));
    int replicas =
        configuration.spec().sweep().replicas().stream()
            .reduce(configuration.replicas(), Math::max);
    return configuration.databases().stream()
        .map(Database::spec)
        .distinct()
        .filter(one -> !one.refusesConnections())
        .filter(
            one -> needed(configuration.workload(), larger, one, replicas) > one.maxConnections())
        .map(one -> "databases[%s]".formatted(one.name()))
        .toList();
  }

  /** Of a database that may refuse connections, those with which each pool begins. */
  private static int needed(Configuration configuration, Database database) {
    SystemSpec system = configuration.spec().system();
    ApplicationSpec application = system.application();
    return needed(
        configuration.workload(),
        database.spec().refusesConnections()
            ? system.withApplication(application.withConnectionPoolSize(1))
            : system,
        database.spec(),
        configuration.replicas());
  }
}
