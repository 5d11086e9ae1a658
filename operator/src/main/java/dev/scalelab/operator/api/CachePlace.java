package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Which servers hold an entry of the portal's cache. */
public enum CachePlace {
  /** All of them. */
  @JsonProperty("Replicated")
  REPLICATED("replicated"),
  /** The one that owns it; the others ask it. */
  @JsonProperty("Owner")
  OWNER("owner");

  private final String label;

  CachePlace(String label) {
    this.label = label;
  }

  /** The name that servers use. */
  public String label() {
    return label;
  }
}
