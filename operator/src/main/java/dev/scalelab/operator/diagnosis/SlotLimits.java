package dev.scalelab.operator.diagnosis;

import dev.scalelab.operator.plan.Configuration;

/**
 * How many requests the servers may work on at the same time, as far as no metric says so.
 *
 * @param servers number of application servers
 * @param requestsEach requests that the balancer passes to each of them
 * @param beansEach instances of each stateless bean in each of them; null without a limit
 */
record SlotLimits(int servers, int requestsEach, Integer beansEach) {

  static SlotLimits of(Configuration configuration) {
    return new SlotLimits(
        configuration.replicas(),
        configuration.spec().system().balancer().maxRequestsPerServer(),
        configuration.application().beanPoolSize());
  }
}
