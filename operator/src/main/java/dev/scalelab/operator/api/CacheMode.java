package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which servers hold an entry of a cache. */
public enum CacheMode {
  /** All servers. */
  @JsonProperty("Replicated")
  REPLICATED,
  /** Some of the servers, which the others query. */
  @JsonProperty("Distributed")
  DISTRIBUTED
}
