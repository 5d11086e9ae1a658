package dev.scalelab.operator.testbed;

import dev.scalelab.operator.api.CacheMode;
import dev.scalelab.operator.api.StateSpec;
import dev.scalelab.operator.plan.Configuration;

/**
 * How many Infinispan servers hold each entry. Pure.
 *
 * @param sessions web sessions
 * @param beans stateful beans
 * @param accounts accounts of Portal: on all servers, or on one
 */
record CacheCopies(int sessions, int beans, int accounts) {
  static CacheCopies of(Configuration configuration) {
    StateSpec state = configuration.spec().system().state();
    boolean everywhere = state.portal().cache() == CacheMode.REPLICATED;
    return new CacheCopies(
        state.web().copies(), state.bean().copies(), everywhere ? state.remote().replicas() : 1);
  }
}
