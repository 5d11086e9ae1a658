package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How sure a diagnosis is. */
public enum Confidence {
  /** Every check agrees. */
  @JsonProperty("High")
  HIGH,
  /** Exactly one check does not agree. */
  @JsonProperty("Medium")
  MEDIUM
}
