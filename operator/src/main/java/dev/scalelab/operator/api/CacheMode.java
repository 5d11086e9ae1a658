package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which servers hold an entry of a cache. */
public enum CacheMode {
  /** All of them. */
  @JsonProperty("Replicated")
  REPLICATED,
  /** Some of them, which the others ask. */
  @JsonProperty("Distributed")
  DISTRIBUTED
}
