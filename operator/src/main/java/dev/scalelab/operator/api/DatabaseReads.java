package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which instances of a database answer transactions that only read. */
public enum DatabaseReads {
  /** The primary, which answers all others too. */
  @JsonProperty("Primary")
  PRIMARY,
  /** Its replicas. */
  @JsonProperty("Replicas")
  REPLICAS
}
