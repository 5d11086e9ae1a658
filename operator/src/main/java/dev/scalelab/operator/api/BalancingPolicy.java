package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How a server is chosen for a new session, and whether there is a balancer at all. */
public enum BalancingPolicy {
  @JsonProperty("RoundRobin")
  ROUND_ROBIN,
  @JsonProperty("LeastConnections")
  LEAST_CONNECTIONS,
  @JsonProperty("Random")
  RANDOM,
  @JsonProperty("LoadAware")
  LOAD_AWARE,
  @JsonProperty("FirstAvailable")
  FIRST_AVAILABLE,
  @JsonProperty("None")
  NONE
}
