package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The phase of a run; only valid runs are included in figures. */
public enum RunPhase {
  @JsonProperty("Running")
  RUNNING,
  @JsonProperty("Valid")
  VALID,
  @JsonProperty("Invalid")
  INVALID
}
