package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether application servers cache entities of their database. */
public enum EntityCache {
  /** Each transaction reads them from the database. */
  @JsonProperty("None")
  NONE,
  /** Each server caches those that it has read, and drops what another has changed. */
  @JsonProperty("Clustered")
  CLUSTERED
}
