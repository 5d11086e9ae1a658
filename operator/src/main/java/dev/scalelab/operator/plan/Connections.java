package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.DatabaseSpec;
import dev.scalelab.operator.api.Domain;
import dev.scalelab.operator.api.Reason;
import dev.scalelab.operator.api.SystemSpec;
import dev.scalelab.operator.workload.Workload;
import java.util.Optional;

/** Connections that the servers of a configuration need of a database. Pure. */
final class Connections {
  /** For the dataset and PostgreSQL itself. */
  private static final int OTHERS = 10;

  private Connections() {}

  /**
   * What this number of servers needs: of each its pool, and a connection by which it asks whether
   * the database answers. Where transactions span several databases, one more ends what was left of
   * them, and their log has a pool of its own where the customer domain is. A replica, which has
   * the same max_connections, needs no more: one pool and one connection that asks, of each server.
   */
  static int needed(Workload workload, SystemSpec system, DatabaseSpec database, int replicas) {
    int pool = system.application().connectionPoolSize();
    if (system.databases().size() == 1) {
      return replicas * (pool + 1) + OTHERS;
    }
    boolean log = workload.domains(database).contains(Domain.CUSTOMER);
    return replicas * ((log ? 2 * pool : pool) + 2) + OTHERS;
  }

  /** The rule that a database has enough of them, when one of the configuration's has not. */
  static Optional<Violation> tooFew(Configuration configuration) {
    SystemSpec system = configuration.spec().system();
    return configuration.databases().stream()
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
                    "%s needs %d connections, but %d were configured when the experiment started:"
                        + " apply it under a new name with this configuration from the start, or"
                        + " with maxConnections"
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
