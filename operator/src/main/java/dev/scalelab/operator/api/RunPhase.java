package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Where a run is: only valid runs enter a figure. */
public enum RunPhase {
  @JsonProperty("Running")
  RUNNING,
  @JsonProperty("Valid")
  VALID,
  @JsonProperty("Invalid")
  INVALID
}
