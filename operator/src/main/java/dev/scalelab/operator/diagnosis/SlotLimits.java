package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.api.DatabaseSpec;
import dev.scalelab.operator.api.SystemSpec;
import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Database;
import dev.scalelab.operator.plan.ServerGroup;
import dev.scalelab.operator.plan.ServerTier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How many requests the servers may work on at the same time, as far as no metric says so.
 *
 * @param servers number of application servers
 * @param ofClients those of them that the balancer passes clients' requests to
 * @param requestsEach requests that it passes to each of these
 * @param withBeans those that have beans
 * @param beansEach instances of each stateless bean in each of these; null without a limit
 * @param beanThreadsEach threads of beans in each of these; null if they have none of their own
 * @param threads web threads of all of them together; null if each has as many as it reports
 * @param pools the number of pools of connections to a database, of all of them together, by the
 *     database's name; empty if each has one
 * @param admitted connections that a database admits, by its name, of those that may refuse some
 */
record SlotLimits(
    int servers,
    int ofClients,
    int requestsEach,
    int withBeans,
    Integer beansEach,
    Integer beanThreadsEach,
    Integer threads,
    Map<String, Integer> pools,
    Map<String, Integer> admitted) {

  static SlotLimits of(Configuration configuration) {
    SystemSpec system = configuration.spec().system();
    if (system.groups().isEmpty()) {
      return ofAll(configuration, system);
    }
    List<ServerGroup> groups = configuration.serverGroups();
    return new SlotLimits(
        configuration.replicas(),
        serversBesides(ServerTier.BEANS, groups),
        system.balancer().maxRequestsPerServer(),
        serversBesides(ServerTier.WEB, groups),
        system.application().beanPoolSize(),
        system.application().beanThreads(),
        threads(configuration, groups),
        pools(groups, configuration.databases().size()),
        admitted(configuration));
  }

  /** Of servers that are all alike. */
  private static SlotLimits ofAll(Configuration configuration, SystemSpec system) {
    int servers = configuration.replicas();
    return new SlotLimits(
        servers,
        servers,
        system.balancer().maxRequestsPerServer(),
        servers,
        system.application().beanPoolSize(),
        system.application().beanThreads(),
        null,
        pools(configuration),
        admitted(configuration));
  }

  /** Without its groups, which take longer to find. */
  private static Map<String, Integer> pools(Configuration configuration) {
    List<DatabaseSpec> databases = configuration.spec().system().databases();
    if (databases.size() != 1
        || !databases.get(0).onePerServer() && !databases.get(0).readsReplicas()) {
      return Map.of();
    }
    List<Database> all = configuration.databases();
    Map<String, Integer> pools = new HashMap<>();
    for (Database database : all) {
      pools.put(database.name(), pools(database, all.size(), configuration.replicas()));
    }
    return pools;
  }

  /** Of a single database those for reading are counted as well. */
  private static int pools(Database database, int databases, int servers) {
    if (database.isPrivate()) {
      return 1;
    }
    return databases == 1 && database.spec().readsReplicas() ? 2 * servers : servers;
  }

  private static Map<String, Integer> admitted(Configuration configuration) {
    if (configuration.spec().system().databases().stream()
        .noneMatch(DatabaseSpec::refusesConnections)) {
      return Map.of();
    }
    Map<String, Integer> admitted = new HashMap<>();
    for (Database database : configuration.databases()) {
      database
          .sharedConnections()
          .ifPresent(connections -> admitted.put(database.name(), connections));
    }
    return admitted;
  }

  private static Integer threads(Configuration configuration, List<ServerGroup> groups) {
    if (configuration.application().equals(configuration.spec().system().beanServer())) {
      return null;
    }
    int threads = 0;
    for (ServerGroup group : groups) {
      threads += group.servers() * configuration.application(group).threads();
    }
    return threads;
  }

  private static Map<String, Integer> pools(List<ServerGroup> groups, int databases) {
    Map<String, Integer> pools = new HashMap<>();
    for (ServerGroup group : groups) {
      for (Database database : group.databases()) {
        pools.merge(database.name(), pools(database, databases, group.servers()), Integer::sum);
      }
    }
    return pools;
  }

  private static int serversBesides(ServerTier tier, List<ServerGroup> groups) {
    int servers = 0;
    for (ServerGroup group : groups) {
      servers += group.tier() == tier ? 0 : group.servers();
    }
    return servers;
  }

  /** Web threads of all servers together. */
  double webThreads(double each) {
    return threads == null ? servers * each : threads;
  }

  /** Connections to a database of all servers together. */
  double connections(String database, double each) {
    return pools.getOrDefault(database, servers) * each;
  }

  /** Requests of clients in all servers together. */
  double requests() {
    return ofClients * (double) requestsEach;
  }

  /** Instances of a stateless bean in all servers together; there must be a limit. */
  double beans() {
    return withBeans * (double) beansEach;
  }

  /** Threads of beans in all servers together; there must be some. */
  double beanThreads() {
    return withBeans * (double) beanThreadsEach;
  }
}
