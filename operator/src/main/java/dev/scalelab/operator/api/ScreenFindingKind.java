package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** What is wrong with beans. */
public enum ScreenFindingKind {
  @JsonProperty("Throws")
  THROWS,
  @JsonProperty("Leaks")
  LEAKS,
  @JsonProperty("Unknown")
  UNKNOWN
}
