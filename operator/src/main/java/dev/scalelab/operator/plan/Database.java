package dev.scalelab.operator.plan;

import dev.scalelab.operator.api.DatabaseSpec;
import dev.scalelab.operator.api.Domain;
import java.util.List;
import java.util.OptionalInt;

/**
 * A database of a configuration, which all trials of its layout share.
 *
 * @param cluster name of its CloudNativePG Cluster; the service of its primary has this name with
 *     -rw, that of its replicas with -ro, its secret with -app
 * @param domains the domains whose tables are in it; none where the workload has no domains
 * @param spec its settings
 * @param server number of the only server that uses it; null if all servers do
 */
public record Database(String cluster, List<Domain> domains, DatabaseSpec spec, Integer server) {
  /** Variable of each server with its number, where it has a private database. */
  public static final String SERVER_NUMBER = "SERVER_NUMBER";

  /** A database that servers share. */
  public Database(String cluster, List<Domain> domains, DatabaseSpec spec) {
    this(cluster, domains, spec, null);
  }

  /** Its name in messages. */
  public String name() {
    return isPrivate() ? spec.name() + "-" + server : spec.name();
  }

  /** Its path in the experiment, as in messages. */
  public String field() {
    return "spec.system.databases[%s]".formatted(spec.name());
  }

  /** Whether only one server uses it. */
  public boolean isPrivate() {
    return server != null;
  }

  /**
   * The host of its primary as servers know it: each finds its own private one by its number, which
   * is in its environment.
   */
  public String hostOfServers() {
    return (isPrivate() ? Names.privateDatabase(cluster, "$(" + SERVER_NUMBER + ")") : cluster)
        + "-rw";
  }

  /**
   * Name of the secret with its credentials. All private databases have those of the first, because
   * the reference to a secret cannot depend on a server's number.
   */
  public String secret() {
    return (isPrivate() ? Names.privateDatabase(cluster, "0") : cluster) + "-app";
  }

  /** Whether it has its secret from another one. */
  public boolean borrowsSecret() {
    return isPrivate() && server > 0;
  }

  /**
   * How many connections servers may have together, if it may refuse further ones; empty if it has
   * enough for all.
   */
  public OptionalInt sharedConnections() {
    return spec.refusesConnections()
        ? OptionalInt.of(Connections.shared(spec))
        : OptionalInt.empty();
  }
}
