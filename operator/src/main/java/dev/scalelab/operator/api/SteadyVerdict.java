package dev.scalelab.operator.api;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Whether the measured part of a step was steady. */
public enum SteadyVerdict {
  @JsonProperty("Steady")
  STEADY,
  @JsonProperty("NotSteady")
  NOT_STEADY,
  @JsonProperty("Unclear")
  UNCLEAR,
  @JsonProperty("NotJudged")
  NOT_JUDGED
}
