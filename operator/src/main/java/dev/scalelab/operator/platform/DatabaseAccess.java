package dev.scalelab.operator.platform;

import dev.scalelab.operator.api.Domain;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Database;
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
   * Environment with address and credentials of each database. Credentials are references to
   * CloudNativePG's own secrets: the operator never reads them.
   */
  public static List<EnvVar> environment(Configuration t) {
    Database first = first(t.databases());
    List<EnvVar> environment = new ArrayList<>();
    environment.add(host("DB", first));
    environment.add(new EnvVar("DB_PORT", "5432", null));
    environment.add(new EnvVar("DB_NAME", database(t.workload()), null));
    environment.addAll(credentials("DB", first));
    for (Database other : t.databases()) {
      if (!other.equals(first) && !other.isPrivate()) {
        other.domains().forEach(domain -> environment.addAll(ofDomain(domain, other)));
      }
    }
    return environment;
  }

  /**
   * Environment of Jobs with the hosts of all private databases, in place of that of a server's
   * own; empty if servers share theirs.
   */
  public static List<EnvVar> privateHosts(Configuration t) {
    List<Database> databases = t.databases();
    String hosts =
        databases.stream().map(one -> one.cluster() + "-rw").collect(Collectors.joining(","));
    return databases.stream().anyMatch(Database::isPrivate)
        ? List.of(new EnvVar("DB_HOSTS", hosts, null))
        : List.of();
  }

  /**
   * Environment of servers with the address of the replicas, for read-only transactions. All other
   * settings are those of the primary.
   */
  public static List<EnvVar> reads(Configuration t) {
    Database first = first(t.databases());
    return t.databases().stream()
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

  /**
   * In the database with the customer domain, servers keep the log of transactions that span
   * databases.
   */
  private static Database first(List<Database> databases) {
    return databases.stream()
        .filter(database -> database.domains().contains(Domain.CUSTOMER))
        .findFirst()
        .orElse(databases.get(0));
  }

  /** Port and name, which are not set for a domain, are the same for all. */
  private static List<EnvVar> ofDomain(Domain domain, Database database) {
    String prefix = "DB_" + domain.name();
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
