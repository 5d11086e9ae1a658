package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.DatabaseParameters;
import dev.scalelab.operator.api.DatabaseSpec;
import dev.scalelab.operator.api.Domain;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.SystemSpec;
import dev.scalelab.operator.workload.Workload;
import java.util.Optional;

/** Connections that the servers of a configuration need of a database. Pure. */
final class Connections {
  /** Connections for the dataset's Jobs and CloudNativePG's exporter, which is no superuser. */
  private static final int OTHERS = 7;

  /** PostgreSQL's default of superuser_reserved_connections: CloudNativePG's own connections. */
  private static final int SUPERUSERS = 3;

  private Connections() {}

  /**
   * Connections that this number of servers needs: for each its pool, and one for its health check
   * of the database. With several databases, each server uses one more to complete interrupted
   * transactions, and the transaction log has its own pool in the database with the customer
   * domain. A replica, which has the same max_connections, needs no more: one pool and one health
   * check per server. Connections that PostgreSQL reserves are not for the pools.
   */
  static int needed(Workload workload, SystemSpec system, DatabaseSpec database, int replicas) {
    int pool = system.application().connectionPoolSize();
    int others = OTHERS + reserved(database);
    if (database.onePerServer()) {
      return pool + 1 + others;
    }
    if (system.databases().size() == 1) {
      return replicas * (pool + 1) + others;
    }
    boolean log = workload.domains(database).contains(Domain.CUSTOMER);
    return replicas * ((log ? 2 * pool : pool) + 2) + others;
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
    SystemSpec system = configuration.spec().system();
    return configuration.databases().stream()
        .filter(database -> !database.spec().refusesConnections())
        .filter(
            database ->
                needed(configuration.workload(), system, database.spec(), configuration.replicas())
                    > database.spec().maxConnections())
        .findFirst()
        .map(
            database ->
                new Violation(
                    configuration.field(database.field()) + ".maxConnections",
                    Reason.SPEC_INVALID,
                    ("%s needs %d connections, but %d were configured when the experiment started:"
                            + " apply it under a new name with this configuration from the start, or"
                            + " with maxConnections")
                        .formatted(
                            configuration.shortName(),
                            needed(
                                configuration.workload(),
                                system,
                                database.spec(),
                                configuration.replicas()),
                            database.spec().maxConnections())));
  }
}
