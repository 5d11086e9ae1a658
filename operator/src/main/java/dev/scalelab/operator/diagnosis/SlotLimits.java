package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.plan.Configuration;
import dev.scalelab.operator.plan.ServerGroup;
import dev.scalelab.operator.plan.ServerTier;

/**
 * How many requests the servers may work on at the same time, as far as no metric says so.
 *
 * @param servers number of application servers
 * @param ofClients those of them that the balancer passes clients' requests to
 * @param requestsEach requests that it passes to each of these
 * @param withBeans those that have beans
 * @param beansEach instances of each stateless bean in each of these; null without a limit
 * @param beanThreadsEach threads of beans in each of these; null if they have none of their own
 */
record SlotLimits(
    int servers,
    int ofClients,
    int requestsEach,
    int withBeans,
    Integer beansEach,
    Integer beanThreadsEach) {

  static SlotLimits of(Configuration configuration) {
    return new SlotLimits(
        configuration.replicas(),
        serversBesides(ServerTier.BEANS, configuration),
        configuration.spec().system().balancer().maxRequestsPerServer(),
        serversBesides(ServerTier.WEB, configuration),
        configuration.application().beanPoolSize(),
        configuration.application().beanThreads());
  }

  private static int serversBesides(ServerTier tier, Configuration configuration) {
    return configuration.serverGroups().stream()
        .filter(group -> group.tier() != tier)
        .mapToInt(ServerGroup::servers)
        .sum();
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
