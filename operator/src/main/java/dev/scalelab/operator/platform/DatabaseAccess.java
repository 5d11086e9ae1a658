package dev.scalelab.operator.platform;

import dev.scalelab.operator.api.Domain;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Database;
import dev.scalelab.operator.plan.ServerGroup;
import dev.scalelab.operator.plan.ServerTier;
import dev.scalelab.operator.workload.Workload;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** How servers and dataset Jobs access CloudNativePG databases, by CloudNativePG's names. */
public final class DatabaseAccess {
  /** Owner of the databases, and the user of every server. */
  public static final String USER = "scalelab";

  private DatabaseAccess() {}

  /** The database that servers use. */
  public static String database(Workload workload) {
    return workload.label();
  }

  /** The database that the working one is copied from before each run. */
  public static String template(Workload workload) {
    return database(workload) + "_template";
  }

  /**
   * Environment of the dataset's Jobs with address and credentials of each database. Credentials
   * are references to CloudNativePG's own secrets: the operator never reads them.
   */
  public static List<EnvVar> environment(Configuration configuration) {
    return environment(configuration, all(configuration));
  }

  /** The same for servers: of each database that they use. */
  public static List<EnvVar> environment(Configuration configuration, ServerGroup servers) {
    Database first = servers.mainDatabase();
    List<EnvVar> environment = new ArrayList<>();
    environment.add(host("DB", first));
    environment.add(new EnvVar("DB_PORT", "5432", null));
    environment.add(new EnvVar("DB_NAME", database(configuration.workload()), null));
    environment.addAll(credentials("DB", first));
    for (Database other : servers.databases()) {
      if (!other.equals(first) && !other.isPrivate()) {
        names(servers, other).forEach(name -> environment.addAll(other(name, other)));
      }
    }
    return environment;
  }

  /**
   * Environment of Jobs with the hosts of all private databases, in place of that of a server's
   * own; empty if servers share theirs.
   */
  public static List<EnvVar> privateHosts(Configuration configuration) {
    List<Database> databases = configuration.databases();
    String hosts =
        databases.stream().map(one -> one.cluster() + "-rw").collect(Collectors.joining(","));
    return databases.stream().anyMatch(Database::isPrivate)
        ? List.of(new EnvVar("DB_HOSTS", hosts, null))
        : List.of();
  }

  /**
   * Environment of Jobs with the number of connections that servers may have together, of each
   * database that may refuse further ones. Private databases are alike.
   */
  public static List<EnvVar> limits(Configuration configuration) {
    ServerGroup servers = all(configuration);
    List<EnvVar> limits = new ArrayList<>();
    for (Database database : configuration.databases()) {
      boolean first = database.equals(servers.mainDatabase());
      if (first || !database.isPrivate()) {
        String prefix = first ? "DB" : "DB_" + names(servers, database).get(0);
        database
            .sharedConnections()
            .ifPresent(
                most -> limits.add(new EnvVar(prefix + "_CONNECTION_LIMIT", "" + most, null)));
      }
    }
    return limits;
  }

  /**
   * Environment of servers with the address of the replicas, for read-only transactions. All other
   * settings are those of the primary.
   */
  public static List<EnvVar> reads(ServerGroup servers) {
    Database first = servers.mainDatabase();
    return servers.databases().stream()
        .filter(database -> database.spec().readsReplicas())
        .map(
            database ->
                new EnvVar(
                    (database.equals(first) ? "DB" : "DB_" + Domain.CORPORATE.name())
                        + "_READS_HOST",
                    database.cluster() + "-ro",
                    null))
        .toList();
  }

  /** Every database, whichever servers use it. */
  private static ServerGroup all(Configuration configuration) {
    List<Domain> domains =
        configuration.databases().stream()
            .flatMap(one -> one.domains().stream())
            .distinct()
            .toList();
    return new ServerGroup(null, ServerTier.BOTH, "", 0, domains, configuration.databases(), "");
  }

  /**
   * Names of its domains, or, if customers are distributed over databases, its own by its number.
   */
  private static List<String> names(ServerGroup servers, Database other) {
    return servers.domains().isEmpty()
        ? List.of("STORE" + servers.store(other))
        : servers.domainsIn(other).stream().map(Domain::name).toList();
  }

  /** Port and database, which are not set here, are the same for all. */
  private static List<EnvVar> other(String name, Database database) {
    String prefix = "DB_" + name;
    List<EnvVar> environment = new ArrayList<>();
    environment.add(host(prefix, database));
    environment.addAll(credentials(prefix, database));
    return environment;
  }

  private static EnvVar host(String prefix, Database database) {
    return new EnvVar(prefix + "_HOST", database.hostOfServers(), null);
  }

  private static List<EnvVar> credentials(String prefix, Database database) {
    return List.of(
        credential(prefix + "_USER", database.secret(), "username"),
        credential(prefix + "_PASSWORD", database.secret(), "password"));
  }

  private static EnvVar credential(String name, String secret, String key) {
    return new EnvVarBuilder()
        .withName(name)
        .withNewValueFrom()
        .withNewSecretKeyRef()
        .withName(secret)
        .withKey(key)
        .endSecretKeyRef()
        .endValueFrom()
        .build();
  }
}
