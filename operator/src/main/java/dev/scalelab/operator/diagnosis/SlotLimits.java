package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.Database;
import dev.scalelab.operator.plan.ServerGroup;
import dev.scalelab.operator.plan.ServerTier;
import java.util.Map;
import java.util.stream.Collectors;

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
 * @param withPool those that have a pool of connections to a database, by the database's name
 */
record SlotLimits(
    int servers,
    int ofClients,
    int requestsEach,
    int withBeans,
    Integer beansEach,
    Integer beanThreadsEach,
    Integer threads,
    Map<String, Integer> withPool) {

  static SlotLimits of(Configuration configuration) {
    return new SlotLimits(
        configuration.replicas(),
        serversBesides(ServerTier.BEANS, configuration),
        configuration.spec().system().balancer().maxRequestsPerServer(),
        serversBesides(ServerTier.WEB, configuration),
        configuration.application().beanPoolSize(),
        configuration.application().beanThreads(),
        threads(configuration),
        withPool(configuration));
  }

  private static Integer threads(Configuration configuration) {
    if (configuration.application().equals(configuration.spec().system().beanServer())) {
      return null;
    }
    return configuration.serverGroups().stream()
        .mapToInt(group -> group.servers() * configuration.application(group).threads())
        .sum();
  }

  private static Map<String, Integer> withPool(Configuration configuration) {
    return configuration.databases().stream()
        .collect(Collectors.toMap(Database::name, one -> serversWith(one, configuration)));
  }

  private static int serversWith(Database database, Configuration configuration) {
    return configuration.serverGroups().stream()
        .filter(group -> group.databases().contains(database))
        .mapToInt(ServerGroup::servers)
        .sum();
  }

  private static int serversBesides(ServerTier tier, Configuration configuration) {
    return configuration.serverGroups().stream()
        .filter(group -> group.tier() != tier)
        .mapToInt(ServerGroup::servers)
        .sum();
  }

  /** Web threads of all servers together. */
  double webThreads(double each) {
    return threads == null ? servers * each : threads;
  }

  /** Connections to a database of all servers together. */
  double connections(String database, double each) {
    return withPool.getOrDefault(database, servers) * each;
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
