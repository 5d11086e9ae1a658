package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How the balancer chooses a server for a new session. */
public enum BalancingPolicy {
  @JsonProperty("RoundRobin")
  ROUND_ROBIN,
  @JsonProperty("LeastConnections")
  LEAST_CONNECTIONS,
  @JsonProperty("Random")
  RANDOM
}
