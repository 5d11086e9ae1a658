package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which servers hold a web session, or a stateful bean. */
public enum SessionCache {
  /** A number of servers. */
  @JsonProperty("Distributed")
  DISTRIBUTED("distributed"),
  /** All servers. */
  @JsonProperty("Replicated")
  REPLICATED("replicated"),
  /** Only the server where it began, in its own memory: no part of the cluster takes part. */
  @JsonProperty("Local")
  LOCAL("local");

  private final String label;

  SessionCache(String label) {
    this.label = label;
  }

  /** The name that servers use. */
  public String label() {
    return label;
  }
}
